import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { loadBlobsSettings } from '../../config';
import { openBlobs } from '../../storage/blobs';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { type OpenArchive, openArchive } from './archive';
import { BucketBlobs, type BucketUse } from './bucket-blobs';
import { BLOBS_FOLDER, DATABASE_FOLDER, type Manifest, SQLITE_FILE } from './manifest';
import { readPassphrase } from './passphrase';
import { CONNECTIONS_FOLDER, type KeptConfiguration, unsealConfiguration } from './sealed-configuration';
import { requireNoPassword, restorePostgresql } from './temporal-database';

export interface RestoreOptions extends ResultOptions {
	into: string;
	passphraseFile?: string;
	temporalPostgresql?: string[];
	/** The configuration with the bucket. Default: that of the archive, if it has one. */
	config?: string;
	bucket: BucketUse;
}

/** The file with the variables of the restored configuration. */
const ENVIRONMENT = 'environment';
const FILE_MODE = 0o600;

/**
 * Restores an archive into an empty folder. It starts nothing, and changes nothing outside this folder but the named
 * databases, and the bucket of the configuration.
 * @throws CommandError that says what to do; then the folder does not exist
 */
export async function restore(archive: string, options: RestoreOptions, terminal: Terminal): Promise<void> {
	const into = resolve(options.into);
	requireNoPassword(options.temporalPostgresql ?? []);
	await requireEmpty(into);
	const opened = await openArchive(archive);
	try {
		requireDatabases(opened.manifest, options.temporalPostgresql);
		const configuration = await unsealed(opened, options.passphraseFile);
		await mkdir(dirname(into), { recursive: true });
		const stage = await mkdtemp(`${into}.part-`);
		try {
			await opened.unpack(stage);
			await mkdir(join(stage, BLOBS_FOLDER), { recursive: true });
			if (configuration !== null) await writeConfiguration(configuration, stage, into);
			const bucket = bucketOf(configuration, stage, options, terminal.env);
			await bucket?.copy(join(stage, BLOBS_FOLDER), blobKeys(opened.manifest), { fill: options.bucket === 'fill' });
			try {
				if (options.temporalPostgresql !== undefined) {
					await restorePostgresql(options.temporalPostgresql, join(stage, DATABASE_FOLDER), terminal.env);
					await rm(join(stage, DATABASE_FOLDER), { recursive: true });
				}
				if (bucket !== null) await rm(join(stage, BLOBS_FOLDER), { recursive: true });
				await rename(stage, into);
			} catch (error) {
				throw bucket === null ? error : await bucket.undoAfter(error);
			}
			const { files, ...summary } = opened.manifest;
			const copied = bucket === null ? {} : { bucket: bucket.bucket, copiedBlobs: bucket.copied };
			printResult(terminal, options, { folder: into, files: files.length, ...copied, ...summary }, () =>
				reportOf({ into, manifest: opened.manifest, configuration, bucket }),
			);
		} finally {
			await rm(stage, { recursive: true, force: true });
		}
	} finally {
		opened.close();
	}
}

/** An empty folder is removed, because the restored one takes its place. */
async function requireEmpty(into: string): Promise<void> {
	const found = await readdir(into).catch((error: unknown) => {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
		throw error;
	});
	if (found === null) return;
	if (found.length > 0) throw new CommandError(`${into} is not empty. Restore into an empty folder.`, EXIT.badUsage);
	await rmdir(into);
}

function requireDatabases({ database, files }: Manifest, names: readonly string[] | undefined): void {
	const dumps = files.filter(({ path }) => path.startsWith(`${DATABASE_FOLDER}/`)).length;
	if (database === 'sqlite' && names !== undefined)
		throw new CommandError('This backup has a SQLite database. Omit --temporal-postgresql.', EXIT.badUsage);
	if (database === 'postgresql' && names?.length !== dumps)
		throw new CommandError(
			`This backup has ${dumps} PostgreSQL databases. Name as many empty ones, in the same order: --temporal-postgresql <databases>`,
			EXIT.badUsage,
		);
}

async function unsealed(
	{ configuration, manifestBytes }: OpenArchive,
	passphraseFile: string | undefined,
): Promise<KeptConfiguration | null> {
	if (configuration === null) return null;
	if (passphraseFile === undefined)
		throw new CommandError('The configuration in this backup is encrypted. Name its --passphrase-file.', EXIT.badUsage);
	return unsealConfiguration(configuration, readPassphrase(passphraseFile), manifestBytes);
}

/** Null: the blobs stay in the folder. */
function bucketOf(
	configuration: KeptConfiguration | null,
	stage: string,
	{ bucket, config }: RestoreOptions,
	env: NodeJS.ProcessEnv,
): BucketBlobs | null {
	if (bucket === 'skip') return null;
	const [first] = configuration?.files ?? [];
	const ofArchive =
		first === undefined ? null : { path: join(stage, first.name), env: configuration?.environment ?? {} };
	const source = config === undefined ? ofArchive : { path: config, env };
	const settings = source === null ? null : loadBlobsSettings(source);
	if (settings?.s3 === undefined) return null;
	return new BucketBlobs(openBlobs(settings).store, settings.s3.bucket);
}

function blobKeys({ files }: Manifest): string[] {
	const folder = `${BLOBS_FOLDER}/`;
	return files.flatMap(({ path }) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
}

/** The configuration may name other folders for the blobs and the connections. A variable wins over it. */
async function writeConfiguration(configuration: KeptConfiguration, stage: string, into: string) {
	const { files, environment, hasConnectionsFolder } = configuration;
	if (hasConnectionsFolder) await mkdir(join(stage, CONNECTIONS_FOLDER));
	for (const { name, content } of files)
		await writeFile(join(stage, name), Buffer.from(content, 'base64'), { flag: 'wx', mode: FILE_MODE });
	const variables = {
		...environment,
		AGENT_KNOWLEDGE_BLOBS_DIRECTORY: join(into, BLOBS_FOLDER),
		...(hasConnectionsFolder ? { AGENT_KNOWLEDGE_CONNECTIONS_FOLDER: join(into, CONNECTIONS_FOLDER) } : {}),
	};
	const lines = Object.entries(variables).map(([name, value]) => `${name}='${value.replaceAll("'", `'\\''`)}'\n`);
	await writeFile(join(stage, ENVIRONMENT), lines.join(''), { flag: 'wx', mode: FILE_MODE });
}

interface Restored {
	into: string;
	manifest: Manifest;
	configuration: KeptConfiguration | null;
	bucket: BucketBlobs | null;
}

function reportOf({ into, manifest, configuration, bucket }: Restored): string {
	const { savedAt, database, encryptionKeys } = manifest;
	const [first] = configuration?.files ?? [];
	const moved = (configuration?.files ?? [])
		.slice(1)
		.filter(({ name }) => !name.startsWith(`${CONNECTIONS_FOLDER}/`))
		.map(({ name, path }) => `     ${join(into, name)} (was ${path})`);
	return [
		`Restored everything of ${savedAt} into ${into}. Nothing runs yet.`,
		'',
		'1. Make sure that the old system does not run. Both together would do everything twice.',
		database === 'sqlite'
			? `2. Start Temporal on ${join(into, DATABASE_FOLDER, SQLITE_FILE)}.`
			: '2. Start Temporal on the restored databases.',
		'3. End the tasks that would repeat their work: see "Restore of an older Temporal database" in docs/alerts.md.',
		first === undefined
			? `4. Start the worker and the gateway with your configuration. It needs the encryption keys ${encryptionKeys.join(', ')}.`
			: `4. Start the worker and the gateway: set -a; . ${join(into, ENVIRONMENT)}; set +a; agent-knowledge serve --config ${join(into, first.name)}`,
		...(moved.length === 0
			? []
			: ['   The configuration has further files. Correct their paths if it names them:', ...moved]),
		bucket === null
			? `   The blobs are in ${join(into, BLOBS_FOLDER)}. If your configuration has blobs.s3, copy them into the bucket first.`
			: `   The blobs are in the bucket ${bucket.bucket}: ${bucket.copied} were copied, and the bucket had ${blobKeys(manifest).length - bucket.copied} already.`,
	].join('\n');
}
