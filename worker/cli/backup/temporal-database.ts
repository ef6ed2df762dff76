import { execFile } from 'node:child_process';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError, EXIT } from '../terminal';
import { SQLITE_FILE } from './manifest';
import { passwordAdvice } from './password-file';

const run = promisify(execFile);

/** Where Temporal keeps its database. */
export type TemporalDatabase = { sqlite: string } | { postgresql: readonly string[] };

/**
 * Other users of the machine see the arguments of a process, and PostgreSQL's programs get these names as arguments.
 * @throws CommandError if one contains a password; the message does not repeat it
 */
export function requireNoPassword(names: readonly string[]): void {
	// A comma of a password has split it, and a / or an @ has to be escaped in an address, which people forget. But what
	// follows the port of one address and precedes the @ of the next is no password.
	const text = names.join(',');
	if (/password\s*=/.test(unescaped(text)) || /:\/\/[^?:/@]*:(?:(?!:\/\/)[^?@])*@/.test(text))
		throw new CommandError(
			'--temporal-postgresql must have no password. Set PGPASSWORD, or PGPASSFILE for a file.',
			EXIT.badUsage,
		);
}

/** PostgreSQL reads `%70assword=` in an address as `password=`. */
function unescaped(text: string): string {
	return text.replace(/%([2-7][0-9a-f])/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Time in which the database must become free for reading, in ms. */
const FREE_WITHIN_MS = 30_000;
/** A table of Temporal with a row per workflow. */
const TABLE = 'executions';

/**
 * Saves the database as it is at one moment. Temporal may continue meanwhile.
 * @param folder is created
 * @param env has what PostgreSQL's programs need: PGHOST, PGUSER, PGPASSWORD or PGPASSFILE
 * @throws CommandError with the words of the database's own program
 */
export async function saveDatabase(database: TemporalDatabase, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if ('sqlite' in database) await saveSqlite(database.sqlite, join(folder, SQLITE_FILE), env);
	else
		for (const [index, name] of database.postgresql.entries()) {
			await runTool(
				'pg_dump',
				[...FROM_SCRIPTS, '--format=custom', `--file=${dumpIn(folder, index)}`, `--dbname=${name}`],
				env,
			);
		}
}

/**
 * Restores dumps into databases that exist and are empty, each in one transaction.
 * @param names in the order of the backup
 */
export async function restorePostgresql(
	names: readonly string[],
	folder: string,
	env: NodeJS.ProcessEnv,
): Promise<void> {
	for (const [index, name] of names.entries()) {
		const how = ['--no-owner', '--exit-on-error', '--single-transaction'];
		await runTool('pg_restore', [...FROM_SCRIPTS, ...how, `--dbname=${name}`, dumpIn(folder, index)], env);
	}
}

/** The name of the file with the dump of a database, counted from 0. */
export function dumpName(index: number): string {
	return `database-${index + 1}.pgdump`;
}

const FROM_SCRIPTS = ['--no-password'];

function dumpIn(folder: string, index: number): string {
	return join(folder, dumpName(index));
}

/** One statement reads one snapshot, also while Temporal writes to the file. */
async function saveSqlite(file: string, target: string, env: NodeJS.ProcessEnv): Promise<void> {
	await access(file, constants.R_OK).catch((error: unknown) => {
		const isForbidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
		throw new CommandError(
			isForbidden
				? `This user may not read ${file}. Run the command as root, or as the user of Temporal.`
				: `There is no database at ${file}. Correct --temporal-sqlite.`,
			EXIT.badUsage,
		);
	});
	const timeout = ['-cmd', `.timeout ${FREE_WITHIN_MS}`];
	await runTool('sqlite3', [...timeout, '-readonly', file, `VACUUM INTO '${target.replaceAll("'", "''")}'`], env);
	const found = await runTool(
		'sqlite3',
		['-readonly', target, 'PRAGMA quick_check', `SELECT count(*) FROM ${TABLE}`],
		env,
	);
	if (!found.startsWith('ok\n'))
		throw new CommandError(`The database ${file} is damaged: ${found.slice(0, 500)}`, EXIT.failed);
}

const PACKAGES = { sqlite3: 'sqlite3', pg_dump: 'postgresql-client', pg_restore: 'postgresql-client' };

async function runTool(
	program: keyof typeof PACKAGES,
	args: readonly string[],
	env: NodeJS.ProcessEnv,
): Promise<string> {
	try {
		return (await run(program, args, { env })).stdout;
	} catch (error) {
		if (!(error instanceof Error) || !('code' in error)) throw error;
		if (error.code === 'ENOENT')
			throw new CommandError(
				`This command needs the program ${program}, which is not installed. On Debian: apt-get install ${PACKAGES[program]}`,
				EXIT.badUsage,
			);
		const words = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : error.message;
		const advice = await passwordAdvice(words, env);
		throw new CommandError(`${program} failed: ${words}${advice === '' ? '' : `\n${advice}`}`, EXIT.failed);
	}
}
