import type { Control } from './access/control.ts';
import type { People } from './access/people.ts';
import type { LakeConfig } from './config.ts';
import type { Hubs } from './listen/hubs.ts';
import type { QueryPool } from './query/pool.ts';
import type { Datasets } from './store/datasets.ts';
import type { Writer } from './writer/writer.ts';

export type Lake = {
  config: LakeConfig;
  control: Control;
  /** Undefined if only programs use the lake. */
  people: People | undefined;
  datasets: Datasets;
  queries: QueryPool;
  writer: Writer;
  /** Event streams: listeners and live events. */
  hubs: Hubs;
  /** Documents, exports and history. */
  reader: Hubs;
};
