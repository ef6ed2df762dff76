import { type PostgresqlCluster, startCluster } from './start-cluster';

/** Starts a PostgreSQL server before the tests of a file, and ends it after the last one. */
export function useCluster(): () => PostgresqlCluster {
	let cluster: PostgresqlCluster | undefined;

	beforeAll(async () => {
		cluster = await startCluster();
	});

	afterAll(async () => {
		await cluster?.stop();
	});

	return () => {
		if (!cluster) throw new Error('PostgreSQL did not start.');
		return cluster;
	};
}
