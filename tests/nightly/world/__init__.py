"""The whole house under one seed: the real code on a clock, a store, sockets and people that are all made up."""
