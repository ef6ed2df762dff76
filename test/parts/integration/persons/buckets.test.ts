import { eventually } from '../../../support/time/eventually';
import { S3Store } from '../../../../worker/storage/blobs/s3-store';
import { everyVersion } from '../../../../worker/storage/blobs/testing/bucket-contents';
import { keepVersions } from '../../../../worker/storage/blobs/testing/bucket-settings';
import type { BucketConfig } from '../../../../worker/storage/settings';
import type { Person } from '../../../../worker/privacy';
import { leadExportResultSchema } from '../../../../workflows/export/contract';
import type { PersonReport } from '../../../../workflows/persons/contract';
import { type S3Server, startS3 } from '../blobs/start-s3';
import { PersonPlatform, statesOf } from './person-platform';

let s3: S3Server;
let kept: PersonPlatform;
/** As the workers' configuration has them; read when workers start. */
const configured: { buckets: Record<string, BucketConfig> } = { buckets: {} };

beforeAll(async () => {
	s3 = await startS3();
	configured.buckets = { reports: s3.bucket };
	kept = await PersonPlatform.start(configured);
});
afterAll(async () => {
	await kept.syncs.stop();
	await s3.stop();
});

/** An agent with two leads, one of them the person's. */
async function agentWith(person: Person): Promise<string> {
	const agent = await kept.syncs.agentWith(0);
	await kept.syncs.capture(agent, person.email.toUpperCase());
	await kept.syncs.capture(agent, `jo${person.email}`);
	return agent;
}

/** @returns the task's id, where its file is in the bucket, and its name there */
async function exportedInto(bucket: string, agent: string, more: object = {}) {
	const id = await kept.exported(agent, { format: 'ndjson', bucket, ...more });
	const { result } = await kept.syncs.platform.tasks.get(id);
	const { file, bucket: put } = leadExportResultSchema.parse(result);
	return { id, name: file.name, where: `${put?.name}/${put?.key}` };
}

/** Temporal's lists are some seconds behind. */
async function reportWith(mode: 'find' | 'erase', person: Person, count: number): Promise<PersonReport> {
	return eventually(
		() => kept.report(mode, person),
		(report) => statesOf(report.places, 'bucket').length === count,
		`A report with ${count} objects`,
	);
}

async function restartWith(name: string, config: BucketConfig | null): Promise<void> {
	await kept.syncs.platform.stopWorkers();
	const others = Object.entries(configured.buckets).filter(([each]) => each !== name);
	configured.buckets = Object.fromEntries(config === null ? others : [...others, [name, config]]);
	await kept.syncs.platform.restartWorkers();
}

const isThere = async (name: string) => {
	const blob = await new S3Store(s3.bucket).open(name);
	blob?.content.destroy();
	return blob !== null;
};
const bucketPlaces = ({ places }: PersonReport) => places.filter(({ kind }) => kind === 'bucket');

describe("one person's data in a bucket", () => {
	it('is erased with the export that has it, and exports without it stay', async () => {
		const person: Person = { email: 'ana@client.example', leads: [] };
		const agent = await agentWith(person);
		const theirs = [
			await exportedInto('reports', agent),
			await exportedInto('reports', agent, { format: 'csv' }),
			await exportedInto('reports', agent, { format: 'xlsx' }),
			// Its history names the person too, and is the only record of the object.
			await exportedInto('reports', agent, { format: 'csv', email: person.email }),
		];
		const other = await exportedInto('reports', agent, { email: 'joana' });
		const states = (state: string) =>
			expect.arrayContaining(theirs.map(({ where }) => ({ where, state, count: 1 }))) as object[];
		expect(statesOf((await reportWith('find', person, 4)).places, 'bucket')).toEqual(states('found'));
		expect(await isThere(theirs[0]?.name ?? '')).toBe(true);
		const report = await kept.report('erase', person);
		expect(statesOf(report.places, 'bucket')).toEqual(states('erased'));
		expect(report).toMatchObject({ complete: true, counts: { failed: 0, open: 0 } });
		for (const { name } of theirs) expect(await isThere(name)).toBe(false);
		expect(await isThere(other.name)).toBe(true);
		expect((await everyVersion(s3.bucket)).replaceAll('joana@client.example', '')).not.toContain(person.email);
		await reportWith('erase', person, 0);
	});

	it.each([
		['deleting', ['s3:GetObject', 's3:PutObject']],
		['reading', ['s3:PutObject', 's3:DeleteObject']],
	])('is named where the key does not allow %s it, with what to do', async (what, actions) => {
		const name = `not-${what}`;
		await restartWith(name, await s3.bucketAllowing(actions));
		const person: Person = { email: `${what}@client.example`, leads: [] };
		const { id, name: file, where } = await exportedInto(name, await agentWith(person));
		const report = await reportWith('erase', person, 1);
		expect(bucketPlaces(report)).toEqual([
			{
				kind: 'bucket',
				where,
				count: null,
				state: 'elsewhere',
				note: expect.stringContaining(
					`does not allow ${what} the object (AccessDenied, status 403). The export ${id} put an object there. Check whether it contains the person, and delete it there.`,
				) as string,
			},
		]);
		expect(await isThere(file)).toBe(true);
		await restartWith(name, s3.bucket);
		expect(statesOf((await reportWith('erase', person, 1)).places, 'bucket')).toEqual([
			{ where, state: 'erased', count: 1 },
		]);
		expect(await isThere(file)).toBe(false);
	});

	it('is named where the configuration has the bucket no more', async () => {
		await restartWith('old', s3.bucket);
		const person: Person = { email: 'gone@client.example', leads: [] };
		const { where } = await exportedInto('old', await agentWith(person));
		await restartWith('old', null);
		expect(bucketPlaces(await reportWith('erase', person, 1))).toEqual([
			expect.objectContaining({
				where,
				state: 'elsewhere',
				note: expect.stringContaining('has no bucket "old"') as string,
			}),
		]);
		await restartWith('old', s3.bucket);
	});

	it.each([
		{
			why: 'does not answer',
			state: 'failed',
			config: () => ({ ...s3.bucket, endpoint: 'http://127.0.0.1:9' }),
			note: /^The bucket "leads" is unavailable \(.+\)\. Erase again when the bucket is available\.$/,
		},
		{
			why: 'refuses it',
			state: 'elsewhere',
			config: () => s3.bucketAllowing(['s3:PutObject']),
			note: /does not allow reading the object .+ \(s3:GetObject, s3:DeleteObject and s3:ListBucket; .+ s3:ListBucketVersions/,
		},
	])('is reported as not erased while the bucket $why, also when only a history names it', async (unusable) => {
		const person: Person = { email: `${unusable.state}@client.example`, leads: [] };
		const { id, name, where } = await exportedInto('reports', await agentWith(person), { email: person.email });
		await reportWith('find', person, 1);
		await restartWith('reports', await unusable.config());
		for (const time of [1, 2]) {
			const report = await kept.report('erase', person);
			expect([time, report.complete]).toEqual([time, false]);
			const place = bucketPlaces(report).find((each) => each.where === where);
			expect(place).toMatchObject({ state: unusable.state, note: expect.stringMatching(unusable.note) as string });
			expect(statesOf(report.places, 'history')).toContainEqual({ where: id, state: 'open', count: 1 });
		}
		await restartWith('reports', s3.bucket);
		const again = await kept.report('erase', person);
		expect(statesOf(again.places, 'bucket')).toEqual([{ where, state: 'erased', count: 1 }]);
		expect(statesOf(again.places, 'history')).toContainEqual({ where: id, state: 'erased', count: 1 });
		expect(await isThere(name)).toBe(false);
	});

	it('is not taken for there or not there where the object breaks', async () => {
		const person: Person = { email: 'broken@client.example', leads: [] };
		const { name, where } = await exportedInto('reports', await agentWith(person), { format: 'xlsx' });
		await new S3Store(s3.bucket).write(name, Buffer.from('No archive.'));
		const report = await reportWith('erase', person, 1);
		expect([report.complete, bucketPlaces(report)]).toEqual([
			false,
			[
				expect.objectContaining({
					where,
					state: 'failed',
					note: expect.stringMatching(
						/^The worker could not read it \(.+\)\. .+ check the object and delete it there\.$/,
					) as string,
				}),
			],
		]);
		await new S3Store(s3.bucket).remove(name);
		await reportWith('erase', person, 0);
	});

	it('is erased with every version that the bucket keeps, if one names the person', async () => {
		const store = new S3Store(s3.bucket);
		const person: Person = { email: 'versions@client.example', leads: [] };
		const agent = await agentWith(person);
		// It has no name of a version.
		const before = await exportedInto('reports', agent);
		await keepVersions(s3.bucket);
		const [corrected, emptied, hidden, both] = [
			await exportedInto('reports', agent),
			await exportedInto('reports', agent),
			await exportedInto('reports', agent),
			await exportedInto('reports', agent),
		];
		await store.write(corrected.name, Buffer.from(`Corrected: ${person.email}`));
		for (const { name } of [before, emptied, both]) await store.write(name, Buffer.from('Nobody.'));
		for (const { name } of [hidden, both]) await store.remove(name);
		const theirs = [before, corrected, emptied, hidden, both];
		const states = (state: string) =>
			expect.arrayContaining(theirs.map(({ where }) => ({ where, state, count: 1 }))) as object[];
		expect(statesOf((await reportWith('find', person, 5)).places, 'bucket')).toEqual(states('found'));
		await restartWith('reports', await s3.bucketAllowing(['s3:GetObject', 's3:PutObject', 's3:DeleteObject']));
		// This server does not say of a hidden object that it is hidden: only who may list versions finds it.
		const refused = bucketPlaces(await kept.report('erase', person));
		for (const { where } of [before, corrected, emptied])
			expect(refused.find((each) => each.where === where)?.note).toMatch(
				/does not allow (listing its versions|deleting the object) \(AccessDenied, status 403\)/,
			);
		await restartWith('reports', s3.bucket);
		expect(statesOf((await reportWith('erase', person, 5)).places, 'bucket')).toEqual(states('erased'));
		expect((await everyVersion(s3.bucket)).replaceAll(`jo${person.email}`, '')).not.toContain(person.email);
		await reportWith('erase', person, 0);
	});
});
