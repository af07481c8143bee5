-- GET /svc/quarantine/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10
SELECT resource FROM quarantine WHERE id = $1::uuid;
