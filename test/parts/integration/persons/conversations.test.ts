import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fileKey } from '../../../../worker/storage/blobs';
import { Buckets } from '../../../../worker/storage/buckets';
import type { Person } from '../../../../worker/privacy';
import { eventually } from '../../../support/time/eventually';
import {
	conversationExportInputSchema,
	conversationExportResultSchema,
} from '../../../../workflows/conversation-export/contract';
import { type S3Server, startS3 } from '../blobs/start-s3';
import { PersonPlatform, statesOf } from './person-platform';

const PERSON: Person = { email: 'ana@client.example', leads: [] };

let s3: S3Server;
let kept: PersonPlatform;
let agent: string;
beforeAll(async () => {
	s3 = await startS3();
	kept = await PersonPlatform.start({ buckets: { reports: s3.bucket } });
	agent = await kept.syncs.agentWith(0);
	const { admin } = kept.syncs.platform;
	for (const [address, createdAt] of [
		[PERSON.email, '2026-11-01T10:00:00Z'],
		[`jo${PERSON.email}`, '2026-11-01T11:00:00Z'],
		[`jo${PERSON.email}`, '2026-11-02T10:00:00Z'],
	] as const) {
		const id = await admin.beginConversation(agent, { createdAt });
		await admin.addMessage(id, 'visitor', `Write to ${address.toUpperCase()}, please`);
	}
});
afterAll(async () => {
	await kept.syncs.stop();
	await s3.stop();
});

async function exported(more: object = {}) {
	const { tasks } = kept.syncs.platform;
	const input = conversationExportInputSchema.parse({ connection: 'sandbox', agentIds: [agent], ...more });
	const { id } = await tasks.start({ type: 'conversation-export', idempotencyKey: randomUUID(), input });
	const ended = await kept.syncs.platform.ended(id);
	expect(ended).toMatchObject({ status: 'completed' });
	return { id, result: conversationExportResultSchema.parse(ended.result) };
}

async function fileOf({ id, result }: Awaited<ReturnType<typeof exported>>): Promise<string | null> {
	const open = await kept.store.open(fileKey(id, result.file?.name ?? ''));
	return open === null ? null : (await buffer(open.content)).toString();
}

test("a person's conversations are erased with the files that have them, and do not return", async () => {
	const here = await exported();
	const columns = await exported({ format: 'parquet' });
	const inBucket = await exported({ bucket: 'reports', format: 'parquet' });
	const perDay = await exported({ bucket: 'reports', partition: 'day', format: 'csv' });
	const [second, first] = perDay.result.partitions ?? [];
	expect([first?.day, second?.day]).toEqual(['2026-11-01', '2026-11-02']);
	// Temporal's lists are some seconds behind.
	await eventually(
		() => kept.report('find', PERSON),
		({ places }) => statesOf(places, 'bucket').length === 2,
		'The file of the person',
	);
	const report = await kept.report('erase', PERSON);
	const wherever = [first?.key, inBucket.result.bucket?.key].map((key) => `reports/${key ?? ''}`);
	expect(statesOf(report.places, 'bucket')).toEqual(
		expect.arrayContaining(wherever.map((where) => ({ where, state: 'erased', count: 1 }))),
	);
	expect(statesOf(report.places, 'export-file')).toMatchObject([{ state: 'erased' }, { state: 'erased' }]);
	expect([await fileOf(here), await fileOf(columns)]).toEqual([null, null]);
	const buckets = new Buckets({ reports: s3.bucket });
	expect(await buckets.open('reports', first?.key ?? '')).toBeNull();
	expect(await buckets.open('reports', second?.key ?? '')).not.toBeNull();

	const again = await exported();
	expect(again.result.conversations).toBe(2);
	expect((await fileOf(again))?.toLowerCase().replaceAll(`jo${PERSON.email}`, '')).not.toContain(PERSON.email);
});
