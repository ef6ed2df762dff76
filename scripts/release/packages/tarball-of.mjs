// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, textAt } from '../../json.mjs';
import { packPackage } from '../../n8n/community-package.mjs';

/**
 * The tarball of a package: that of a release if RELEASE_FOLDER names its folder, so that what is tested is what is
 * published, else one that is packed now.
 * @param {import('./published-packages.mjs').PublishedPackage} published
 * @param {string} destination the folder for a tarball that is packed now
 * @returns {Promise<string>}
 */
export async function tarballOf({ name, folder }, destination) {
	const release = process.env.RELEASE_FOLDER;
	if (!release) return packPackage({ folder, destination });
	const version = textAt(parseJson(await readFile(join(folder, 'package.json'), 'utf8')), 'version');
	return join(release, `${name}-${version}.tgz`);
}
