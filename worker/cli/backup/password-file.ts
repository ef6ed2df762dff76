import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Of PostgreSQL, from its library: there was no password, or it was a wrong one. */
const REFUSED = /no password supplied|password authentication failed/;
/** host:port:database:user:password, where `\:` and `\\` stand for the two characters. */
const FIELDS = 5;

/**
 * Why PostgreSQL's programs may have found another password than the one that was meant: they read the file without a
 * word about what they skip in it.
 * @param words what the program said
 * @returns sentences without a part of the file; empty if the password is not the reason, or nothing looks wrong
 */
export async function passwordAdvice(words: string, env: NodeJS.ProcessEnv): Promise<string> {
	if (!REFUSED.test(words) || (env['PGPASSWORD'] ?? '') !== '') return '';
	const isEmpty = env['PGPASSWORD'] === '' ? 'PGPASSWORD is empty, which means that it is not set. ' : '';
	const named = env['PGPASSFILE'] ?? '';
	const file = named === '' ? join(env['HOME'] ?? '', '.pgpass') : named;
	const found = await stat(file).catch(() => null);
	if (found === null || !found.isFile())
		return `${isEmpty}There is no password file ${file}. Set PGPASSWORD, or PGPASSFILE for a file.`;
	if ((found.mode & 0o077) !== 0)
		return `${isEmpty}PostgreSQL ignores the password file ${file}, because other users may read it. Run: chmod 600 ${file}`;
	const problems = problemsIn(await readFile(file, 'utf8'));
	return isEmpty + problems.map((problem) => `${file}, ${problem}`).join(' ');
}

function problemsIn(text: string): string[] {
	return text.split(/\r?\n/).flatMap((line, index) => {
		const problem = line.trim() === '' || line.startsWith('#') ? null : problemOf(line);
		return problem === null ? [] : [`line ${index + 1}: ${problem}`];
	});
}

function problemOf(line: string): string | null {
	const { fields, hasLoneBackslash } = fieldsOf(line);
	if (fields.length < FIELDS) return 'it has fewer than the five parts host:port:database:user:password.';
	const isEmpty = fields[FIELDS - 1] === '';
	if (fields.length > FIELDS) {
		const seen = isEmpty ? 'looks empty to PostgreSQL' : 'ends at its first : for PostgreSQL';
		return `the password ${seen}. Write : as \\: there.`;
	}
	if (isEmpty) return 'the password is empty.';
	return hasLoneBackslash ? 'PostgreSQL drops a \\ of the password. Write \\ as \\\\ there.' : null;
}

function fieldsOf(line: string): { fields: string[]; hasLoneBackslash: boolean } {
	const fields = [''];
	let hasLoneBackslash = false;
	for (let index = 0; index < line.length; index += 1) {
		const isEscape = line[index] === '\\';
		if (isEscape && line[index + 1] !== ':' && line[index + 1] !== '\\') hasLoneBackslash = true;
		if (line[index] === ':') {
			fields.push('');
			continue;
		}
		if (isEscape) index += 1;
		fields.push(`${fields.pop() ?? ''}${line[index] ?? ''}`);
	}
	return { fields, hasLoneBackslash };
}
