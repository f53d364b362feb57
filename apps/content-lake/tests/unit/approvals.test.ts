import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CurrentRoles } from '../../access/principal.ts';
import { builtInRoles } from '../../access/roles.ts';
import { applyActions, publishScheduledRelease, writeMutations } from '../../commands.ts';
import { Dataset } from '../../store/dataset.ts';

let folder: string;
let dataset: Dataset;
let roles: CurrentRoles;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'approvals-'));
  dataset = new Dataset('production', path.join(folder, 'dataset.sqlite'));
  roles = Object.fromEntries(['admin', 'asha', 'ravi'].map((name) => [name, personOf(name).role]));
  put('admin', { _id: 'approvalRules', _type: 'approvalRules', types: ['policy'] });
  put('asha', { _id: 'drafts.terms', _type: 'policy', title: 'New' });
});
afterEach(() => {
  dataset.close();
  rmSync(folder, { recursive: true });
});

function personOf(name: string) {
  const role = builtInRoles.find((one) => one.name === (name === 'admin' ? 'administrator' : 'editor'));
  if (!role) throw new Error('The role is missing.');
  return { kind: 'user', id: name, name, role, credentialId: name } as const;
}

function put(name: string, document: { _id: string; _type: string; [field: string]: unknown }) {
  const body = { mutations: [{ createOrReplace: document }] };
  const options = { dryRun: false, autoGenerateArrayKeys: false, isImport: false };
  const command = { ...client(name, body), ...options, returnIds: true, returnDocuments: false };
  writeMutations(dataset, command, body);
}

function client(name: string, body: object) {
  return {
    author: personOf(name),
    roles: () => roles,
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

const act = (name: string, ...actions: object[]) => applyActions(dataset, client(name, { actions }));
const publish = (name: string) =>
  act(name, {
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.terms',
    publishedId: 'terms',
  });

function write(author: string, entry: object, by = author) {
  const document = { _id: 'review.terms', _type: 'review', document: 'terms', documentType: 'policy' };
  const known = dataset.get('review.terms')?.entries;
  const entries = [
    ...(Array.isArray(known) ? known : []),
    { at: '2026-01-01T00:00:00Z', text: '', ...entry, by, name: by },
  ];
  put(author, { ...document, entries });
}
const approve = (name: string, id = 'drafts.terms') =>
  write(name, { kind: 'approve', versionId: id, revision: dataset.get(id)?._rev });
const title = () => dataset.get('terms')?.title;
const required = /Somebody else must approve "terms"/;
const signed = /cannot be changed or deleted/;

test('somebody else approves the exact text, then it is published', () => {
  expect(() => publish('asha')).toThrow(required);
  approve('asha');
  expect(() => publish('asha')).toThrow(required);
  approve('ravi');
  put('asha', { _id: 'drafts.terms', _type: 'policy', title: 'Newer' });
  expect(() => publish('asha')).toThrow(required);
  approve('ravi');
  publish('asha');
  expect(title()).toBe('Newer');
});

const viewer = builtInRoles.find(({ name }) => name === 'viewer');
const lapsed = /Somebody else must approve "terms".* ravi approved it, but may no longer do so/;

test.each([
  ['left', {}],
  ['become a viewer', viewer && { ravi: viewer }],
])('an approval no longer counts once its author has %s', (_how, others) => {
  approve('ravi');
  const before = roles;
  roles = others ?? {};
  expect(() => publish('asha')).toThrow(lapsed);
  roles = before;
  publish('asha');
  expect(title()).toBe('New');
});

test('administrators need an approval too', () => {
  expect(() => publish('admin')).toThrow(required);
  expect(() => put('admin', { _id: 'terms', _type: 'policy' })).toThrow(required);
});

test('entries are signed and stay', () => {
  expect(() => write('asha', { kind: 'approve' }, 'ravi')).toThrow(signed);
  write('ravi', { kind: 'note', text: 'Please check' });
  const review = dataset.get('review.terms');
  expect(review && (() => put('asha', { ...review, entries: [] }))).toThrow(signed);
  expect(review && (() => put('asha', { ...review, _type: 'page' }))).toThrow(/immutable attribute/);
});

test('only administrators change the rules', () => {
  expect(() => put('asha', { _id: 'approvalRules', _type: 'approvalRules' })).toThrow(/permission "manage"/);
});

describe('a scheduled release', () => {
  const release = { releaseId: 'r1' };
  const schedule = () =>
    act('asha', {
      actionType: 'sanity.action.release.schedule',
      ...release,
      publishAt: '2020-01-01T00:00:00Z',
    });
  const run = () => publishScheduledRelease(dataset, '_.releases.r1', () => roles);
  const expectPaused = () =>
    expect(dataset.get('_.releases.r1')).toMatchObject({
      state: 'active',
      error: { message: expect.stringMatching(required) },
    });
  beforeEach(() => {
    const metadata = { releaseType: 'scheduled', intendedPublishAt: '2020-01-01T00:00:00Z' };
    act('asha', { actionType: 'sanity.action.release.create', ...release, metadata });
    put('asha', { _id: 'versions.r1.terms', _type: 'policy', title: 'Scheduled' });
  });

  test('pauses without an approval, and is published with one', () => {
    schedule();
    run();
    expectPaused();
    approve('ravi', 'versions.r1.terms');
    schedule();
    run();
    expect(title()).toBe('Scheduled');
  });

  test('pauses if the author of its approval has left since', () => {
    approve('ravi', 'versions.r1.terms');
    schedule();
    roles = {};
    run();
    expectPaused();
  });

  test('needs an approval by somebody else than its scheduler, whoever has edited it since', () => {
    approve('asha', 'versions.r1.terms');
    schedule();
    const patch = { set: { 'metadata.title': 'Diwali' } };
    act('ravi', { actionType: 'sanity.action.release.edit', ...release, patch });
    run();
    expectPaused();
  });
});
