import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DestinationHeldError, type Page } from '../../../worker/destinations/destination';
import type { PostgresqlDestination } from '../../../worker/destinations/postgresql/postgresql-destination';
import { newLead, OF, pageOf, personWith } from '../../parts/integration/destinations/lead';
import { postgresqlOf } from '../../parts/integration/destinations/postgresql-of';
import { type PostgresqlCluster, query, startCluster } from '../../support/postgresql/start-cluster';
import { type Pooler, type PoolerOptions, startPooler } from './start-pooler';

const run = promisify(execFile);

const KILLS = 6;
/** More than the pooler has connections to the database. */
const SYNCS = 6;
const KILLED_MS = 240_000;

let cluster: PostgresqlCluster;

beforeAll(async () => {
	cluster = await startCluster();
	await Promise.all(['crm', 'killed', 'tls'].map((name) => cluster.database(name)));
});
afterAll(() => cluster.stop());

async function withPooler(options: Partial<PoolerOptions>, use: (pooler: Pooler) => Promise<void>): Promise<void> {
	const pooler = await startPooler({ database: cluster.address, user: cluster.user, ...options });
	try {
		await use(pooler);
	} finally {
		await pooler.stop();
	}
}

async function withDestination(
	settings: Parameters<typeof postgresqlOf>[0],
	use: (destination: PostgresqlDestination) => Promise<void>,
): Promise<void> {
	const destination = postgresqlOf(settings);
	try {
		await use(destination);
	} finally {
		await destination.close();
	}
}

/** Writes the page again until it is there, as a sync does. */
async function writeAtLast(destination: PostgresqlDestination, page: Page, number: number): Promise<void> {
	for (;;) {
		try {
			const kept = await destination.readCursor(page.of);
			if (kept?.cursor.completeAt === number) return;
			await destination.writePage({ ...page, kept, cursor: { ...page.cursor, completeAt: number } });
			return;
		} catch (error) {
			if (!(error instanceof DestinationHeldError)) throw error;
		}
	}
}

describe('PostgreSQL behind PgBouncer', () => {
	it.each(['transaction', 'session'] as const)(
		'is checked, written, searched and erased in the mode %s',
		async (mode) => {
			await withPooler({ mode }, (pooler) =>
				withDestination({ url: pooler.url('crm') }, async (destination) => {
					await destination.check();
					expect(await destination.probe()).toMatchObject({ proven: true });
					expect(await destination.mappingProblems()).toEqual([]);
					const of = { ...OF, agentId: mode };
					const leads = [newLead({ email: `${mode}@example.com` }), newLead(), newLead({ id: 2 ** 64 })];
					const kept = await destination.readCursor(of);
					const { written, refused } = await destination.writePage({ ...pageOf(leads), of, kept });
					expect([written, refused.map(({ leadId }) => leadId)]).toEqual([2, [leads[2]?.id]]);
					const first = await destination.readCursor(of);
					if (first === null) throw new Error('The row of the sync is missing.');
					const pages = [1, 2].map(() => ({ leads: [newLead(), newLead()], cursor: pageOf([]).cursor }));
					const together = await destination.writePages({ of, kept: first, pages });
					expect([together.written, await destination.readCursor(of)]).toEqual([4, together.kept]);
					const person = personWith(`${mode}@example.com`);
					expect(await destination.countPerson(person)).toBe(1);
					await destination.erasePerson(person);
					expect(await destination.countPerson(person)).toBe(0);
				}),
			);
		},
	);

	it(
		'gets every lead once, whichever connection a transaction gets, while the pooler is killed again and again',
		async () => {
			await withPooler({}, (pooler) =>
				withDestination({ url: pooler.url('killed') }, async (destination) => {
					await destination.check();
					let kills = 0;
					const sync = async (agentId: string) => {
						const ids: number[] = [];
						while (kills < KILLS) {
							const leads = [newLead({ agentId }), newLead({ agentId })];
							ids.push(...leads.map(({ id }) => id));
							await writeAtLast(destination, { ...pageOf(leads), of: { ...OF, agentId } }, ids.length);
						}
						return ids;
					};
					const syncs = Array.from({ length: SYNCS }, (_, number) => sync(`agent_${number}`));
					while (kills < KILLS) {
						await untilMore(await countLeads());
						await pooler.kill();
						await pooler.start();
						kills += 1;
					}
					const ids = (await Promise.all(syncs)).flat();
					const rows = await query(cluster.url('killed'), 'SELECT lead_id::int AS id FROM leads ORDER BY lead_id');
					expect(rows).toEqual(ids.toSorted((one, other) => one - other).map((id) => ({ id })));
					// Another program gets the same connections, as the database gave them.
					const settings = await Promise.all(
						Array.from({ length: SYNCS }, () => query(pooler.url('killed'), 'SHOW statement_timeout')),
					);
					expect(settings.flat()).toEqual(settings.map(() => ({ statement_timeout: '0' })));
				}),
			);
		},
		KILLED_MS,
	);

	async function untilMore(before: number): Promise<void> {
		while ((await countLeads()) <= before);
	}

	async function countLeads(): Promise<number> {
		return (await query(cluster.url('killed'), 'SELECT FROM leads')).length;
	}

	it('is told what to set: a parameter that a pooler refuses, and a mode without transactions', async () => {
		await withPooler({}, (pooler) =>
			withDestination({ url: pooler.url('crm', '?statement_timeout=5000') }, async (destination) => {
				await expect(destination.check()).rejects.toThrow(
					/unsupported startup parameter: statement_timeout .*Remove the setting from the parameters of the url$/,
				);
			}),
		);
		await withPooler({ mode: 'statement' }, (pooler) =>
			withDestination({ url: pooler.url('crm') }, async (destination) => {
				await expect(destination.check()).rejects.toThrow(/Set its pool_mode to transaction or session/);
			}),
		);
	});
});

describe('TLS of a provider with an authority of its own', () => {
	it('says what to set, and works with it', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-authority-'));
		try {
			const [ca, tls] = await authorityIn(folder);
			await withPooler({ tls }, async (pooler) => {
				const check = (parameters: string) => {
					const url = pooler.url('tls', parameters);
					return withDestination({ url }, (destination) => destination.check());
				};
				const helps = /its certificate is not trusted \(\w+\)\. .*sslmode=verify-full&sslrootcert=\/path\/to\/ca\.pem/;
				await expect(check('?sslmode=require')).rejects.toThrow(helps);
				await expect(check('?sslmode=verify-full')).rejects.toThrow(helps);
				await expect(check('')).rejects.toThrow(/sslmode=verify-full/);
				await expect(check(`?sslmode=verify-full&sslrootcert=${ca}`)).resolves.toBeUndefined();
				await expect(check('?sslmode=no-verify')).resolves.toBeUndefined();
				await expect(check('?sslmode=verify-full&sslrootcert=/no/such/file')).rejects.toThrow(
					/Correct the path of the certificate/,
				);
			});
			await withDestination({ url: `${cluster.url('tls')}?sslmode=require` }, async (destination) => {
				await expect(destination.check()).rejects.toThrow(/does not support SSL.*Remove sslmode/);
			});
		} finally {
			await rm(folder, { recursive: true });
		}
	});
});

/** An authority, and a certificate that it signed for this machine. */
async function authorityIn(folder: string): Promise<[ca: string, tls: NonNullable<PoolerOptions['tls']>]> {
	const file = (name: string) => join(folder, name);
	const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
	const [ca, key, certificate] = [file('ca.pem'), file('key.pem'), file('certificate.pem')];
	const newKey = ['-newkey', 'rsa:2048', '-nodes'];
	await openssl(
		'req',
		'-x509',
		...newKey,
		'-days',
		'2',
		'-subj',
		'/CN=Provider',
		'-keyout',
		file('ca.key'),
		'-out',
		ca,
	);
	await openssl(
		'req',
		...newKey,
		'-subj',
		'/CN=127.0.0.1',
		'-addext',
		'subjectAltName=IP:127.0.0.1',
		'-keyout',
		key,
		'-out',
		file('request.pem'),
	);
	const signed = ['-CA', ca, '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2', '-copy_extensions', 'copy'];
	await openssl('x509', '-req', '-in', file('request.pem'), ...signed, '-out', certificate);
	const [certificateText, keyText] = await Promise.all([certificate, key].map((each) => readFile(each, 'utf8')));
	return [ca, { certificate: certificateText ?? '', key: keyText ?? '' }];
}
