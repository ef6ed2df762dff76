import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, DEFAULT_CONFIG_FILE, loadConfig, VERSION } from '../../config';
import { openBlobs } from '../../storage/blobs';
import { findLocalStack, type LocalStack } from '../local-stack';
import type { ConfigOptions } from '../options';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';
import { digestsOf, writeArchive } from './archive';
import { keepConfiguration } from './configuration-files';
import { CopiedBlobs } from './copied-blobs';
import { BLOBS_FOLDER, DATABASE_FOLDER, type Manifest, SQLITE_FILE } from './manifest';
import { readPassphrase } from './passphrase';
import { sealConfiguration } from './sealed-configuration';
import { requireNoPassword, saveDatabase, type TemporalDatabase } from './temporal-database';

export interface BackupOptions extends ConfigOptions, ResultOptions {
	passphraseFile?: string;
	/** False with --no-configuration. */
	configuration: boolean;
	temporalSqlite?: string;
	temporalPostgresql?: string[];
	also?: string[];
}

interface Plan {
	config: Config;
	configFile: string;
	/** Null: the configuration stays out of the archive. */
	passphrase: string | null;
	database: TemporalDatabase;
	also: string[];
}

/**
 * Saves blobs, Temporal's database and the configuration as one file. Tasks may run meanwhile.
 * @param to does not exist yet
 * @throws CommandError that says what to do; then there is no such file
 */
export async function backup(to: string, options: BackupOptions, terminal: Terminal): Promise<void> {
	if (existsSync(to))
		throw new CommandError(`${to} exists. Name a file that does not, so that no backup is lost.`, EXIT.badUsage);
	const plan = planOf(options, terminal);
	await mkdir(dirname(resolve(to)), { recursive: true });
	const stage = await mkdtemp(`${resolve(to)}.part-`);
	try {
		const manifest = await stageAll(stage, plan, terminal);
		const part = join(stage, 'archive');
		const manifestBytes = Buffer.from(`${JSON.stringify(manifest, null, '\t')}\n`);
		const configuration = await sealed(plan, manifestBytes, terminal.env);
		await writeArchive(part, { folder: join(stage, 'content'), manifest: manifestBytes, configuration });
		const { size: bytes } = await stat(part);
		await rename(part, to);
		const { files, ...summary } = manifest;
		printResult(terminal, options, { archive: to, bytes, files: files.length, ...summary }, () =>
			reportOf(to, manifest, bytes),
		);
	} finally {
		await rm(stage, { recursive: true, force: true });
	}
}

function planOf(options: BackupOptions, terminal: Terminal): Plan {
	const stack = options.config === undefined ? findLocalStack(terminal) : null;
	const configFile = options.config ?? stack?.configFile ?? DEFAULT_CONFIG_FILE;
	if (!options.configuration && options.passphraseFile !== undefined)
		throw new CommandError('Use --passphrase-file or --no-configuration, not both.', EXIT.badUsage);
	return {
		config: loadConfig({ path: configFile, env: terminal.env, gateway: false }),
		configFile,
		passphrase: options.configuration ? readPassphrase(options.passphraseFile) : null,
		database: databaseOf(options, stack),
		also: [...secretsOf(stack), ...(options.also ?? [])],
	};
}

function databaseOf({ temporalSqlite, temporalPostgresql }: BackupOptions, stack: LocalStack | null): TemporalDatabase {
	if (temporalPostgresql !== undefined) {
		requireNoPassword(temporalPostgresql);
		return { postgresql: temporalPostgresql };
	}
	const ofStack = stack === null ? undefined : join(stack.folder, DATABASE_FOLDER, SQLITE_FILE);
	const sqlite = temporalSqlite ?? (ofStack !== undefined && existsSync(ofStack) ? ofStack : undefined);
	if (sqlite !== undefined) return { sqlite };
	throw new CommandError(
		"Say where Temporal's database is: --temporal-sqlite <file>, or --temporal-postgresql <databases>.",
		EXIT.badUsage,
	);
}

/** `npm start` makes the configuration from this file. Another one would have other encryption keys. */
function secretsOf(stack: LocalStack | null): string[] {
	const file = stack === null ? undefined : join(stack.folder, 'secrets.json');
	return file !== undefined && existsSync(file) ? [file] : [];
}

/** The order matters: histories refer to blobs, and both need the keys of the configuration, which is read last. */
async function stageAll(stage: string, { config, database, passphrase }: Plan, terminal: Terminal): Promise<Manifest> {
	const content = join(stage, 'content');
	const blobs = new CopiedBlobs(openBlobs(config.blobs).store, join(content, BLOBS_FOLDER));
	if (terminal.interactive) terminal.note('Copying the blobs ...');
	await blobs.pass();
	if (terminal.interactive) terminal.note("Saving Temporal's database ...");
	const savedAt = new Date().toISOString();
	await saveDatabase(database, join(content, DATABASE_FOLDER), terminal.env);
	await blobs.pass();
	const { current, keys } = config.encryption;
	return {
		format: 1,
		version: VERSION,
		savedAt,
		namespace: config.temporal.namespace,
		database: 'sqlite' in database ? 'sqlite' : 'postgresql',
		configuration: passphrase !== null,
		encryptionKeys: [current, ...keys.map(({ id }) => id).filter((id) => id !== current)],
		files: await digestsOf(content),
	};
}

async function sealed(plan: Plan, manifest: Buffer, env: NodeJS.ProcessEnv): Promise<Buffer | null> {
	if (plan.passphrase === null) return null;
	const { configFile: path, also } = plan;
	return sealConfiguration(await keepConfiguration(plan.config, { path, also, env }), plan.passphrase, manifest);
}

function reportOf(to: string, { files, savedAt, configuration, encryptionKeys }: Manifest, bytes: number): string {
	const blobs = files.filter(({ path }) => path.startsWith(`${BLOBS_FOLDER}/`)).length;
	const keys = encryptionKeys.join(', ');
	return [
		`Saved ${to}: Temporal's database of ${savedAt} and ${blobs} blobs, ${Math.ceil(bytes / 1024)} KiB.`,
		configuration
			? 'The configuration with its keys is encrypted. Keep the passphrase apart from the archive.'
			: `The archive has no configuration. Keep the encryption keys (${keys}). Without them, it cannot be read.`,
	].join('\n');
}
