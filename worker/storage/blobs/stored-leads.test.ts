import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lead } from '../../../api';
import { DirectoryStore } from './directory-store';
import { readLeads, writeLeads } from './stored-leads';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-leads-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LEVELS = 20_000;

const lead = (id: number, fields: Lead['fields']): Lead => ({
	id,
	agentId: 'a',
	conversationId: 'c',
	name: 'Ada',
	email: 'ada@example.com',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields,
	capturedAt: '2026-11-21T10:00:00.000Z',
});

it('stores leads for a flow though one is nested deeper than JSON can be', async () => {
	// As it comes from the service: reading such JSON works, and writing it does not.
	const deep: unknown = JSON.parse('['.repeat(LEVELS) + ']'.repeat(LEVELS));
	const store = new DirectoryStore(folder);
	await writeLeads(store, 'leads', [lead(1, { colour: 'red', deep }), lead(2, { size: { s: 1 } })]);

	const stored = await readLeads(store, 'leads');
	expect([...stored.values()]).toEqual([
		lead(1, { colour: 'red', deep: '(nested too deeply for JSON)' }),
		lead(2, { size: { s: 1 } }),
	]);
});
