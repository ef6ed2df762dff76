import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { directDependencies } from './direct-dependencies.mjs';
import { licenceProblems, lockedPackages } from './licences.mjs';
import { INSTALL_SCRIPTS } from './notes.mjs';
import { bundled, reasons } from './reasons.mjs';

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(workspaceRoot, file), 'utf8'));
const releasesSchema = z.object({
	lookedUp: z.iso.date(),
	releases: z.record(
		z.string(),
		z.strictObject({
			version: z.string(),
			released: z.iso.date(),
			latest: z.string(),
			latestReleased: z.iso.date(),
			latestNeeds: z.string(),
		}),
	),
});
const locked = lockedPackages(read('package-lock.json'));

describe('each direct runtime dependency', () => {
	it('has a reason, and no reason is without its dependency', async () => {
		const names = (await directDependencies()).map(({ name }) => name);
		expect(names.length).toBeGreaterThan(60);
		expect([...Object.keys(reasons), ...Object.keys(bundled)].sort()).toEqual([...names].sort());
	});

	it('has an exact version, whose release the registry was asked for', async () => {
		const { releases } = releasesSchema.parse(read('scripts/checks/dependencies/releases.json'));
		for (const { name, version } of await directDependencies()) {
			expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
			expect([name, releases[name]?.version]).toEqual([name, version]);
		}
	});
});

describe('the whole tree', () => {
	it('has licences that ask for no more than their text', () => {
		expect(locked.length).toBeGreaterThan(1_000);
		expect(licenceProblems(locked)).toEqual([]);
	});

	it('has install scripts that docs/dependencies.md explains, and no others', () => {
		const known = Object.keys(INSTALL_SCRIPTS).map((name) => name.replace(/\*$/, ''));
		const found = locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
		expect(
			found.filter((name) => !known.some((each) => name === each || (each.endsWith('/') && name.startsWith(each)))),
		).toEqual([]);
		expect(known.filter((each) => !found.some((name) => name.startsWith(each)))).toEqual([]);
	});
});

it.each([
	['GPL-3.0-only', false],
	['', false],
	['MIT AND GPL-3.0-only', false],
	['(MIT OR GPL-3.0-or-later)', true],
	['(MIT AND Zlib)', true],
	['LGPL-3.0-or-later', false],
])('the check of licences knows %s', (licence, isAllowed) => {
	const one = { name: 'one', version: '1.0.0', licence, isDev: false, hasInstallScript: false, isOptional: false };
	expect(licenceProblems([one]).length === 0).toBe(isAllowed);
	expect(licenceProblems([{ ...one, isDev: true }])).toEqual([]);
});
