import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { Site } from '../../support/site/start-site';
import { composeFile, postgresqlAndBucket, type SavedSystem, sqliteAndFolder } from './saved-systems';

/** Next to no page of a run is read. */
const STANDING_STILL = 0.001;
const UPLOADED = 'Opening hours: from nine to five.';

const exportSchema = z.object({
	result: z.object({ file: z.object({ link: z.string(), sha256: z.string() }) }),
});

let system: SavedSystem;
let site: Site;
let folder: string;

const accepted = async (method: string, path: string) =>
	(await site.admin.requests({ method, path })).filter(({ status }) => status !== null && status < 300);

async function started(type: string, input: object): Promise<string> {
	const body = { version: 1, connection: 'main', ...input };
	const request = { method: 'POST' as const, path: `/v1/tasks/${type}`, key: `${type} of the drill`, body };
	// A server whose parts have just started is unavailable for moments: the same request again, as the 503 says.
	const answer = await eventually(
		async () => {
			const given = await ask(site, request);
			if (given.status === 503) throw new Error(given.text);
			return given;
		},
		isThere,
		'Temporal',
	);
	expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
	return linkOf(answer);
}

async function upload(content: string): Promise<string> {
	const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'text/plain' };
	const answer = await fetch(`${site.url}/v1/blobs`, { method: 'PUT', headers, body: content });
	return z.object({ blob: z.string() }).parse(await answer.json()).blob;
}

/** The file of an export, as the gateway sends it. */
async function downloaded(link: string): Promise<string> {
	const answer = await fetch(site.url + link, { headers: { authorization: `Bearer ${site.token}` } });
	return createHash('sha256')
		.update(Buffer.from(await answer.arrayBuffer()))
		.digest('hex');
}

describe.each([
	{ name: 'SQLite and a folder', start: sqliteAndFolder },
	{ name: 'PostgreSQL and a bucket', start: postgresqlAndBucket },
	{ name: 'the parts of the compose file', start: composeFile },
])('a system on $name', ({ start }) => {
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-moved-'));
		system = await start(folder);
		site = await Site.start(system.sections, { temporal: system.temporal });
	});

	afterAll(async () => {
		await site.stop();
		await system.stop();
		await rm(folder, { recursive: true, force: true });
	});

	test('after a backup under open tasks, the loss of everything and a restore, all tasks end and nothing is done twice', async () => {
		const { mail, reviews } = await reviewsOn(site);
		const { id: agentId } = await site.admin.createAgent({ name: 'Moved', website: site.sandbox.siteUrl });
		await site.admin.generate('agent_support', { kind: 'leads', count: 25 });

		const exported = await reviews.ended(await started('lead-export', { agentIds: ['agent_support'], format: 'csv' }));
		const { file } = exportSchema.parse(exported).result;
		await site.admin.setSettings({ clockFactor: STANDING_STILL });
		const run = linkOf(await ask(site, retrain('run of the drill', { agentId, waitUntil: 'finished' })));
		await eventually(
			async () => (await accepted('POST', `/agents/${agentId}/retrain`)).length,
			(seen) => seen > 0,
			'the run',
		);
		// The upload is read again when the run has ended.
		const blob = await upload(UPLOADED);
		const sources = [{ type: 'text', title: 'Opening hours', blob }];
		const adding = await started('add-sources', { agentId, sources });
		const { link: writing, question } = await reviews.asking('mail of the drill', { to: ['ada@client.example'] });
		await eventually(
			async () => (await ask(site, { path: adding })).text,
			(seen) => seen.includes('"stage":"waiting"'),
			'that the sources wait',
		);

		await system.backUp(site);
		await site.moveTo(() => system.restore(site));
		expect(existsSync(join(site.folder, 'blobs'))).toBe(false);

		expect(await downloaded(file.link)).toBe(file.sha256);
		await site.admin.setSettings({ clockFactor: 1_000 });
		await reviews.decide(writing, 'yes', { action: 'approve', hash: question.hash });
		expect(await reviews.ended(writing)).toMatchObject({ status: 'completed', result: { outcome: 'sent' } });
		expect(await reviews.ended(run)).toMatchObject({
			error: null,
			status: 'completed',
			result: { outcome: 'finished', adopted: false },
		});
		expect(await reviews.ended(adding)).toMatchObject({
			status: 'completed',
			result: { rows: [{ status: 'indexed' }] },
		});
		expect(await accepted('POST', `/agents/${agentId}/retrain`)).toHaveLength(1);
		expect(await accepted('POST', `/agents/${agentId}/sources`)).toHaveLength(1);
		expect(await accepted('POST', '/agents/agent_support/email/replies')).toHaveLength(1);
		expect(await mail.received('ada@client.example')).toHaveLength(1);
		// The same key finds the same task.
		expect(linkOf(await ask(site, retrain('run of the drill', { agentId, waitUntil: 'finished' })))).toBe(run);
	});
});
