import { useBrowser } from '../../support/browser/use-browser';
import { walk } from '../../support/browser/walk';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { SEARCH_WORDS } from '../../parts/task-nodes/search-words';
import { NodeWalk } from './node-walk-steps';

const running = useRealN8n();
const browser = useBrowser();

const FOUND_WITHIN_MS = 5_000;

it('a builder finds the right node among the first three by each of these words', async () => {
	const { n8n } = running();
	const id = await n8n.importFlow('test/system/e2e/flows/node-walk.json');
	await walk(browser(), n8n, 'node-search', async (editor) => {
		const builder = new NodeWalk(editor);
		await editor.open(id);
		await builder.search('chatbot');
		const missed: string[] = [];
		for (const [words, node] of Object.entries(SEARCH_WORDS)) {
			// The panel shows a trigger by the name of its app.
			const name = node.replace(/ Trigger$/, '');
			const isFound = await builder.searchAgain(words, (found) => found.slice(0, 3).includes(name), FOUND_WITHIN_MS);
			if (!isFound) missed.push(`${words}: ${name}`);
		}
		expect(missed).toEqual([]);
	});
});
