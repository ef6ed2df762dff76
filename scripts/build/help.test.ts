import { readFile } from 'node:fs/promises';
import { PAGES } from './help.mjs';
import { workspaceRoot } from './workspace-root.mjs';

it('the images are built with every page of the help', async () => {
	const lines = (await readFile(`${workspaceRoot}/.dockerignore`, 'utf8')).split('\n');
	const pages = [...PAGES.keys()];
	expect(pages.filter((page) => !lines.includes(`!${page}`))).toEqual([]);
	for (const program of ['worker', 'sandbox'])
		expect(await readFile(`${workspaceRoot}/${program}/Dockerfile`, 'utf8')).toContain('\nCOPY docs docs\n');
});
