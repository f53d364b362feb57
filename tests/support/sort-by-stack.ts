import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Sorts test files as usual, but keeps those together that share a stack (`sharedStack`), so that it starts once per worker. */
export class SortByStack extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...Map.groupBy(sorted, (file) => findKind(file) ?? file).values()].flat();
  }
}

function findKind({ moduleId, project }: TestSpecification): string | undefined {
  const [, kind] = /\bsharedStack\('(\w+)'\)/.exec(readFileSync(moduleId, 'utf8')) ?? [];
  return kind && `${project.name} ${kind}`;
}
