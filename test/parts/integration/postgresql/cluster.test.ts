import { packagedRelease } from '../../../support/postgresql/server-programs';
import { type PostgresqlCluster, query, startCluster } from '../../../support/postgresql/start-cluster';

let cluster: PostgresqlCluster;
const path = process.env.PATH;
beforeAll(async () => {
	// Whatever PostgreSQL this machine has is out of sight.
	process.env.PATH = '';
	cluster = await startCluster();
});
afterAll(async () => {
	process.env.PATH = path;
	await cluster.stop();
});

it('runs on a machine without PostgreSQL, and keeps what was written when it is killed', async () => {
	const url = await cluster.database('leads');
	await query(url, 'CREATE TABLE lead (id text PRIMARY KEY)');
	await query(url, "INSERT INTO lead VALUES ('first')");
	await cluster.kill();
	await cluster.start();
	expect(await query(url, 'SELECT id FROM lead')).toEqual([{ id: 'first' }]);
});

it('is the version that npm brings', async () => {
	const url = await cluster.database('versions');
	expect(await query(url, 'SHOW server_version')).toEqual([{ server_version: await packagedRelease() }]);
});
