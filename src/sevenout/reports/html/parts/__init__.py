"""Parts that several pages share: what a session did, what it risked, and settings side by side."""
