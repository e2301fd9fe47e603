"""What stands around the application: rate limits and security headers, allowed host names, access log, compression,
and requests whose sender has gone.
"""
