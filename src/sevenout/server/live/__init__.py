"""One live table: requests are judged by the state its log leads to, made durable, and only then told. Here are the
requests, the judge, the terms, late bets, deadlines, snapshots, and the view that everybody is sent.
"""
