// @ts-check
import { isRecord, textAt, valueAt } from '../../json.mjs';

/** Licences that may be in a package that users install (SPDX). They ask for no more than their text. */
export const ALLOWED = new Set([
	...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'],
	...['CC0-1.0', 'CC-BY-4.0', 'Python-2.0', 'Zlib'],
]);

/**
 * Packages with another licence, and why they may be used. The libraries of libvips are loaded, not linked, and a user
 * can replace them.
 * @type {ReadonlyArray<{ packages: RegExp, licence: string, why: string }>}
 */
export const EXCEPTIONS = [
	{
		packages: /^@img\/sharp-/,
		licence: 'LGPL-3.0-or-later',
		why: 'libvips of sharp, in the sandbox alone: loaded at run time, and replaceable',
	},
];

/**
 * Packages whose manifest names no licence in SPDX's words. Their file LICENSE does.
 * @type {Readonly<Record<string, string>>}
 */
const READ_FROM_FILE = { duck: 'BSD-2-Clause', unionfs: 'Unlicense' };

/**
 * An installed package.
 * @typedef {object} LockedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence as the lockfile has it; an empty text if it has none
 * @property {boolean} isDev only development needs it
 * @property {boolean} hasInstallScript
 * @property {boolean} isOptional
 */

/**
 * Every package of a lockfile of npm (version 3), those of the workspace excluded.
 * @param {unknown} lock
 * @returns {LockedPackage[]}
 */
export function lockedPackages(lock) {
	const packages = valueAt(lock, 'packages');
	return Object.entries(isRecord(packages) ? packages : {}).flatMap(([path, entry]) => {
		const place = path.lastIndexOf('node_modules/');
		if (place === -1 || valueAt(entry, 'link') === true) return [];
		return [
			{
				name: path.slice(place + 'node_modules/'.length),
				version: textAt(entry, 'version'),
				licence: textAt(entry, 'license'),
				isDev: valueAt(entry, 'dev') === true || valueAt(entry, 'devOptional') === true || isOfScripts(path),
				hasInstallScript: valueAt(entry, 'hasInstallScript') === true,
				isOptional: valueAt(entry, 'optional') === true,
			},
		];
	});
}

/**
 * Packages that users would install and whose licence is not allowed.
 * @param {readonly LockedPackage[]} packages
 * @returns {string[]} one line each
 */
export function licenceProblems(packages) {
	return packages
		.filter(({ isDev }) => !isDev)
		.filter(({ name, licence }) => !isAllowed(name, licence))
		.map(({ name, version, licence }) => `${name}@${version}: ${licence || 'no licence stated'}`);
}

/**
 * @param {string} name
 * @param {string} licence an SPDX expression
 */
function isAllowed(name, licence) {
	const also = EXCEPTIONS.filter(({ packages }) => packages.test(name)).map((exception) => exception.licence);
	const isOne = (/** @type {string} */ each) => ALLOWED.has(each) || also.includes(each);
	// "A OR B" needs one, "A AND B" all. No package of ours nests them.
	return (READ_FROM_FILE[name] ?? licence)
		.replace(/[()]/g, '')
		.split(' OR ')
		.some((choice) => choice.split(' AND ').every((each) => isOne(each.trim())));
}

/**
 * The Node of the checkout, of a workspace that is not published.
 * @param {string} path in the lockfile
 */
function isOfScripts(path) {
	return path.startsWith('node_modules/node-linux-');
}
