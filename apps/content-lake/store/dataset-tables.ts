/** Migrations of a dataset's file. */
export const datasetMigrations = [
  `
  CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX documents_type ON documents (type);

  CREATE TABLE refs (
    target TEXT NOT NULL,
    source TEXT NOT NULL,
    weak INTEGER NOT NULL,
    PRIMARY KEY (target, source)
  ) WITHOUT ROWID;
  CREATE INDEX refs_source ON refs (source);

  CREATE TABLE transactions (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    author TEXT NOT NULL,
    timestamp TEXT NOT NULL
  );

  CREATE TABLE changes (
    seq INTEGER NOT NULL REFERENCES transactions (seq),
    position INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    mutations TEXT NOT NULL,
    body TEXT,
    PRIMARY KEY (seq, position)
  );
  CREATE INDEX changes_document ON changes (document_id, seq);
  `,
  'ALTER TABLE transactions ADD COLUMN request TEXT',
  // The state before a change whose predecessor was pruned: see history-pruner.ts.
  'ALTER TABLE changes ADD COLUMN before TEXT',
  // An interim version packed bodies and mutations of changes.
  '-- Bodies and mutations of changes may be packed, as BLOB',
  // Published documents that drafts and versions were made from: see releases/rebase.ts.
  'CREATE TABLE bases (id TEXT PRIMARY KEY, body TEXT NOT NULL)',
] as const;
