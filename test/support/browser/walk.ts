import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import type { N8n } from '../stack/start-n8n-with-packages';
import { Editor } from './editor';

/** Wide enough for a flow of five nodes; the pictures are one and a half times as fine, so that small text stays sharp. */
const WINDOW = { viewport: { width: 1280, height: 840 }, deviceScaleFactor: 1.5 };

/** One walk through n8n as its owner. When it goes wrong, what was on the screen is kept in `test-results/`. */
export async function walk(
	browser: Browser,
	{ url, owner }: Pick<N8n, 'url' | 'owner'>,
	name: string,
	steps: (editor: Editor) => Promise<void>,
): Promise<void> {
	const page = await browser.newPage(WINDOW);
	try {
		const editor = new Editor(page, url);
		await editor.logIn(owner);
		await steps(editor);
	} catch (error) {
		await page.screenshot({ path: inResults(`${name}-failed.png`) });
		throw error;
	} finally {
		await page.close();
	}
}

/**
 * Where a picture goes: into `docs/images/` when UPDATE_SCREENSHOTS=1 asks for new ones, else to the results of the run.
 * @param file e.g. `example-flow.png`
 */
export async function picturePath(file: string): Promise<string> {
	const path = process.env.UPDATE_SCREENSHOTS === '1' ? join(workspaceRoot, 'docs', 'images', file) : inResults(file);
	await mkdir(dirname(path), { recursive: true });
	return path;
}

function inResults(file: string): string {
	return join(workspaceRoot, 'test-results', file);
}
