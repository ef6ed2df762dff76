import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { now } from '../../../support/time/moments';
import { fileKey } from '../../../../worker/storage/blobs';
import { DirectoryStore } from '../../../../worker/storage/blobs/directory-store';
import { leadExportInputSchema, leadExportResultSchema } from '../../../../workflows/export/contract';
import { Platform } from '../../../support/temporal/start-platform';

const TALKS = 30;
const AGENT = 'agent_talks';
const rowSchema = z.object({ email: z.string(), conversation: z.string(), 'conversation.missing': z.string() });
const lineSchema = z.looseObject({
	email: z.string(),
	conversation: z.looseObject({ missing: z.string().nullable(), messages: z.array(z.looseObject({})).optional() }),
});

let platform: Platform;

beforeAll(async () => {
	platform = await Platform.start();
	const { admin, sandbox } = platform;
	await admin.createAgent({ id: AGENT, name: AGENT, website: sandbox.siteUrl });
	for (let number = 1; number <= TALKS; number += 1) await captureTalk(`p${number}@example.com`);
	await admin.deleteConversation(await captureTalk('gone@example.com'));
});
afterAll(() => platform.stop());
afterEach(() => platform.admin.clearFaults());

/** A lead of a talk of two messages. @returns the id of the conversation */
async function captureTalk(email: string): Promise<string> {
	const messages = [
		{ role: 'visitor', content: `Question of ${email}` },
		{ role: 'assistant', content: `Answer to ${email}` },
	];
	const conversationId = await platform.admin.beginConversation(AGENT, { messages });
	await platform.admin.captureLead(AGENT, { name: 'Ada', email, conversationId });
	return conversationId;
}

async function exported(idempotencyKey: string, more: object) {
	const input = leadExportInputSchema.parse({ connection: 'sandbox', agentIds: [AGENT], ...more });
	const { id } = await platform.tasks.start({ type: 'lead-export', idempotencyKey, input });
	const ended = await platform.ended(id);
	expect(ended).toMatchObject({ status: 'completed', error: null });
	const result = leadExportResultSchema.parse(ended.result);
	const blob = await new DirectoryStore(platform.blobs).open(fileKey(id, result.file.name));
	if (blob === null) throw new Error(`There is no file ${result.file.name}.`);
	return { result, text: (await buffer(blob.content)).toString() };
}

const people = Array.from({ length: TALKS }, (_none, index) => `p${index + 1}@example.com`);
const byAddress = <Row extends { email: string }>(rows: Row[]) => new Map(rows.map((row) => [row.email, row]));

describe('an export of leads with their conversation', () => {
	it('has what each person said in a column, or why not, though calls fail in the middle', async () => {
		const path = '/conversations/{id}';
		await platform.admin.addFault('GET', path, { kind: 'status', status: 500 }, 3);
		await platform.admin.addFault('GET', path, { kind: 'lost-after' }, 2);
		const { result, text } = await exported('csv', { format: 'csv', conversation: 'text', conversationSize: 1_000 });
		expect(result).toMatchObject({ rows: TALKS + 1, audit: { conversations: { read: TALKS, missing: 1 } } });
		const rows = byAddress(z.array(rowSchema).parse(parse(text, { columns: true, bom: true })));
		expect(rows.size).toBe(TALKS + 1);
		for (const email of people) {
			expect(rows.get(email)?.conversation).toContain(`Question of ${email}`);
			expect(rows.get(email)?.conversation).toContain(`Answer to ${email}`);
		}
		const missing = (email: string) => rows.get(email)?.['conversation.missing'];
		expect([missing('p1@example.com'), missing('gone@example.com')]).toEqual(['', 'deleted']);
	});

	it('has the messages in a field of NDJSON, and reads each conversation once', async () => {
		const since = now().getTime();
		const { text } = await exported('ndjson', { format: 'ndjson', conversation: 'json' });
		const lines = text.trimEnd().split('\n');
		const leads = byAddress(lines.map((line) => lineSchema.parse(JSON.parse(line))));
		for (const email of people)
			expect(leads.get(email)?.conversation.messages).toMatchObject([
				{ from: 'visitor', text: `Question of ${email}` },
				{ from: 'assistant', text: `Answer to ${email}` },
			]);
		const calls = (await platform.admin.requests({ method: 'GET' })).filter(
			({ at, path }) => Date.parse(at) >= since && path.startsWith('/conversations/'),
		);
		expect(calls).toHaveLength(TALKS + 1);
	});
});
