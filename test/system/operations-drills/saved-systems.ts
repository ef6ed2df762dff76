import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { runCommand as runProgram } from '../../../scripts/processes/run-command.mjs';
import { type BucketConfig, blobsSchema } from '../../../worker/storage/settings';
import { openBlobs } from '../../../worker/storage/blobs';
import { startS3 } from '../../parts/integration/blobs/start-s3';
import { TemporalCluster } from '../../support/cluster/temporal-cluster';
import { runCommand } from '../../support/gateway/run-command';
import { KeptTemporal } from '../../support/site/kept-temporal';
import type { Configuration, Sections, Site } from '../../support/site/start-site';
import type { TemporalServer } from '../../support/temporal/start-temporal';
import { startVersitygw } from './start-versitygw';

const PASSPHRASE = 'four words on a drill';
/** Both commands need none. */
const NO_GATEWAY = { url: '', token: '' };
const SCRIPT = join(workspaceRoot, 'deploy/backup/backup.sh');

/** Where a system keeps its data, and how it is saved. */
export interface SavedSystem {
	temporal: Pick<TemporalServer, 'address' | 'stop'>;
	sections: Sections;
	backUp(site: Site): Promise<void>;
	/** Loses everything but the backup, restores it, and starts Temporal on what came back. */
	restore(site: Site): Promise<Configuration>;
	stop(): Promise<void>;
}

/** @param folder of its own */
export async function sqliteAndFolder(folder: string): Promise<SavedSystem> {
	const temporal = await KeptTemporal.start();
	const archive = new Archive(folder);
	return {
		temporal,
		sections: {},
		backUp: (site) => archive.save(site, ['--temporal-sqlite', temporal.databaseFile]),
		async restore(site) {
			await temporal.moveTo(join(archive.into, 'temporal', 'temporal.db'), async () => {
				await rm(join(site.folder, 'blobs'), { recursive: true });
				await archive.restore(site);
			});
			return archive.configuration();
		},
		stop: () => Promise.resolve(),
	};
}

/** @param folder of its own */
export async function postgresqlAndBucket(folder: string): Promise<SavedSystem> {
	const { temporal, s3, sections } = await clusterAndBucket(folder, startS3);
	const { store } = openBlobs(sections.blobs);
	const archive = new Archive(folder);
	const databases = ['--temporal-postgresql', temporal.databases.join(',')];
	return {
		temporal,
		sections,
		backUp: (site) => archive.save(site, databases),
		async restore(site) {
			await temporal.replaceDatabases(async () => {
				for await (const { key } of store.list('')) await store.remove(key);
				await archive.restore(site, databases);
			});
			return archive.configuration();
		},
		stop: () => s3.stop(),
	};
}

/** By the script of the compose file, which keeps the configuration elsewhere. @param folder of its own */
export async function composeFile(folder: string): Promise<SavedSystem> {
	const { temporal, s3, sections } = await clusterAndBucket(folder, startVersitygw);
	const backups = join(folder, 'backups');
	await mkdir(backups);
	const run = (...args: string[]) =>
		runProgram('bash', [SCRIPT, ...args], {
			env: {
				...process.env,
				...temporal.postgresqlEnv,
				BACKUP_FOLDER: backups,
				BACKUP_BLOBS: s3.bucketFolder,
				BACKUP_DATABASES: 'temporal temporal_visibility',
			},
		});
	const { store } = openBlobs(sections.blobs);
	const kept = 'files/of-the-drill/record';
	let name = '';
	return {
		temporal,
		sections,
		async backUp() {
			await store.write(kept, Buffer.from('a record'));
			name = /Backed up as (\w+)\./.exec(await run('now'))?.[1] ?? '';
		},
		async restore({ file }) {
			await temporal.replaceDatabases(async () => {
				await rm(s3.bucketFolder, { recursive: true });
				await mkdir(s3.bucketFolder);
				await run('restore', name);
			});
			// Its name stays taken: only one of two gateways may write a record.
			expect(await store.writeNew(kept, Buffer.from('another'))).toBe(false);
			return { file, env: {} };
		},
		stop: () => s3.stop(),
	};
}

async function clusterAndBucket<S3 extends { bucket: BucketConfig }>(folder: string, start: () => Promise<S3>) {
	const [temporal, s3] = await Promise.all([TemporalCluster.start('oldest', join(folder, 'temporal')), start()]);
	// The compose file has a bucket of its own, without a prefix.
	const bucket = { ...s3.bucket, prefix: '' };
	return { temporal, s3, sections: { blobs: blobsSchema.parse({ s3: bucket }) } };
}

/** An archive of `agent-knowledge backup`. */
class Archive {
	/** The folder that a restore fills. */
	readonly into: string;
	readonly #file: string;
	readonly #passphrase: string;

	constructor(folder: string) {
		this.into = join(folder, 'restored');
		this.#file = join(folder, 'backup.zip');
		this.#passphrase = join(folder, 'passphrase');
	}

	async save({ file }: Site, database: readonly string[]): Promise<void> {
		await writeFile(this.#passphrase, `${PASSPHRASE}\n`);
		await this.#run('backup', this.#file, '--config', file, ...database);
	}

	async restore({ file }: Site, databases: readonly string[] = []): Promise<void> {
		await rm(file);
		await this.#run('restore', this.#file, '--into', this.into, ...databases);
	}

	/** What a shell makes of the restored file with the variables. */
	async configuration(): Promise<Configuration> {
		const lines = (await readFile(join(this.into, 'environment'), 'utf8')).matchAll(/^(\w+)='(.*)'$/gm);
		const env = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
		return { file: join(this.into, 'agent-knowledge.yaml'), env };
	}

	async #run(...args: string[]): Promise<void> {
		const options = [...args, '--passphrase-file', this.#passphrase];
		const { code, notes } = await runCommand(NO_GATEWAY, options, { PATH: process.env.PATH });
		expect([code, notes]).toEqual([0, '']);
	}
}
