"""The store on Redis or Valkey, alone, behind sentinels or as a cluster: shared by all nodes."""
