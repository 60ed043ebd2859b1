"""Measurements that are run by hand; pytest collects none of them."""
