"""What bench/run and bench/compare are made of; each module has one purpose."""
