/** The tables that belong to the lake as a whole: who is signed in, tokens, datasets, personal settings. */
export const controlMigrations = [
  `
  CREATE TABLE credentials (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('user', 'robot')),
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT
  );

  CREATE TABLE datasets (
    name TEXT PRIMARY KEY,
    created TEXT NOT NULL
  );

  CREATE TABLE keyvalue (
    user_id TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
  );
  `,
] as const;
