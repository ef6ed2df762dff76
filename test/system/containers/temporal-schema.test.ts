import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { NEWEST_SERVER, OLDEST_SERVER } from '../../../scripts/temporal/server-programs.mjs';
import { createSchema } from '../../support/cluster/create-schema';
import { TemporalCluster } from '../../support/cluster/temporal-cluster';
import { type ComposeService, interpolated, readCompose } from './compose-file';
import { DebianPostgresql } from './debian-postgresql';
import { newEnvironment } from './env-file';

const DATABASES = ['temporal', 'temporal_visibility'];

let folder: string;
let service: ComposeService | undefined;
let postgresql: DebianPostgresql;
/** Of the service in the compose file, with the address of this PostgreSQL. */
let env: Record<string, string>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-schema-'));
	service = (await readCompose('compose.production.yaml')).services['temporal-schema'];
	const variables = await newEnvironment(join(folder, '.env'));
	const ofService = Object.entries(service?.environment ?? {}).map(([key, value]): [string, string] => [
		key,
		interpolated(value ?? '', variables),
	]);
	const password = variables['POSTGRES_PASSWORD'] ?? '';
	postgresql = await DebianPostgresql.start(password);
	const { PGHOST, PGPORT } = postgresql.env;
	env = { ...Object.fromEntries(ofService), SQL_HOST: PGHOST, SQL_PORT: PGPORT };
});

afterAll(async () => {
	await postgresql.stop();
	await rm(folder, { recursive: true });
});

/** The 18 of version 1.18, for each schema. */
async function versions(): Promise<number[]> {
	const query = "SELECT split_part(curr_version, '.', 2) FROM schema_version";
	return (await Promise.all(DATABASES.map((name) => postgresql.sql(name, query)))).map(Number);
}

/** What a restart of the compose file must keep. */
async function kept(): Promise<string> {
	return postgresql.sql('temporal', 'SELECT cluster_name FROM cluster_metadata_info');
}

test('the compose file runs the script of the folder that it mounts', () => {
	expect(service?.entrypoint).toEqual(['/bin/sh', '/agent-knowledge/create-schema.sh']);
	expect(service?.volumes).toMatchObject([{ source: './temporal', target: '/agent-knowledge' }]);
});

test('create-schema.sh makes both databases, keeps them when it runs again, and updates them for a newer release', async () => {
	await createSchema(OLDEST_SERVER, env);
	const oldest = await versions();
	expect(Math.min(...oldest)).toBeGreaterThan(0);
	const columns = 'metadata_partition, cluster_name, data, data_encoding, version';
	await postgresql.sql('temporal', `INSERT INTO cluster_metadata_info (${columns}) VALUES (0, 'active', '', '', 1)`);
	await createSchema(OLDEST_SERVER, env);
	expect([await versions(), await kept()]).toEqual([oldest, 'active']);
	await createSchema(NEWEST_SERVER, env);
	const newest = await versions();
	expect(newest.map((version, at) => version > (oldest[at] ?? 0))).toEqual([true, true]);
	expect(await kept()).toBe('active');
});

test('create-schema.sh fails if PostgreSQL refuses its password', async () => {
	await expect(createSchema(OLDEST_SERVER, { ...env, SQL_PASSWORD: 'another' })).rejects.toThrow(/password/);
});

test("the release's own server starts on what create-schema.sh made", async () => {
	// A server checks the version of the schema at its start. No test starts one on an older schema.
	const cluster = await TemporalCluster.start('newest', join(folder, 'cluster'));
	try {
		const temporal = await findTemporalServer({ cache: cacheFolder() });
		const listed = await runCommand(temporal, ['operator', 'namespace', 'list', '--address', cluster.address]);
		expect(listed).toContain('temporal-system');
	} finally {
		await cluster.stop();
	}
});
