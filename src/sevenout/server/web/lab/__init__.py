"""The lab over HTTP: questions about a strategy's session, answered by the house within limits."""
