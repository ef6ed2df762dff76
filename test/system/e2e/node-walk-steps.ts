import type { Locator } from 'playwright-core';
import { eventually } from '../../support/time/eventually';
import type { Editor } from '../../support/browser/editor';
import { picturePath } from '../../support/browser/walk';

/** Where on the canvas the node is dropped: right of the first node of the flow. */
const DROP = { x: 760, y: 350 };

/** What a person does who builds with the Agent Knowledge node for the first time. */
export class NodeWalk {
	constructor(private readonly editor: Editor) {}

	/** Types into the node panel's search. @returns the nodes it finds */
	async search(words: string): Promise<string[]> {
		await this.editor.part('node-creator-plus-button').click();
		const names = this.editor.part('node-creator-item-name');
		// The panel's own entries give way to what was found.
		const entry = names.getByText('Action in an app', { exact: true });
		await entry.waitFor();
		await this.editor.part('node-creator-search-bar').fill(words);
		await entry.waitFor({ state: 'hidden' });
		await names.first().waitFor();
		return names.allInnerTexts();
	}

	/** Types other words into the open panel. @returns whether the nodes it finds became as wanted within the time (ms) */
	async searchAgain(words: string, isWanted: (found: string[]) => boolean, withinMs: number): Promise<boolean> {
		const bar = this.editor.part('node-creator-search-bar');
		const names = this.editor.part('node-creator-item-name');
		// What the words before had found must be gone first.
		await bar.fill('words that no node has');
		await names.first().waitFor({ state: 'hidden' });
		await bar.fill(words);
		const shown = eventually(() => names.allInnerTexts(), isWanted, words, { looks: withinMs / 100 });
		return shown.then(
			() => true,
			() => false,
		);
	}

	/** Opens a node of the panel, to see its actions. */
	async openActions(node: string): Promise<void> {
		await this.panelItem(node).click();
		await this.editor.part('node-creator-item-name').nth(1).waitFor();
	}

	/** Drags an action from the panel onto the canvas, and closes the view of the new node. */
	async dragOntoCanvas(action: string): Promise<void> {
		const canvas = this.editor.page.locator('.vue-flow__pane');
		await this.panelItem(action).dragTo(canvas, { targetPosition: DROP, steps: 20 });
		await this.editor.part('node-parameters').waitFor();
		await this.closeNode();
	}

	/** Draws the line from one node's output to the next node's input. */
	async connect(from: string, to: string): Promise<void> {
		const { mouse } = this.editor.page;
		const start = await centreOf(this.editor.node(from).getByTestId('canvas-node-output-handle'));
		const end = await centreOf(this.editor.node(to).getByTestId('canvas-node-input-handle'));
		await mouse.move(start.x, start.y);
		await mouse.down();
		await mouse.move(end.x - 30, end.y, { steps: 10 });
		await mouse.move(end.x, end.y, { steps: 6 });
		await mouse.up();
		await this.editor.page.locator('[data-test-id="edge"]').first().waitFor({ state: 'attached' });
	}

	async chooseAgent(name: string): Promise<void> {
		await this.editor.part('rlc-item').getByText(name, { exact: true }).click();
		await this.editor.part('rlc-item').first().waitFor({ state: 'hidden' });
	}

	/** Types an agent's ID instead. */
	async typeAgent(id: string): Promise<void> {
		const field = this.editor.part('resource-locator-agentId');
		await field.getByTestId('rlc-mode-selector').click();
		await this.editor.part('mode-id').click();
		await field.locator('input').last().fill(id);
	}

	/** Runs the open node. @returns the table of its output */
	async runToOutput(): Promise<string> {
		await this.editor.part('node-execute-button').click();
		const output = this.editor.part('output-panel');
		await output.getByTestId('node-run-status-success').waitFor();
		return output.locator('table').innerText();
	}

	/** Runs the open node, which fails. @returns what the person reads */
	async runToError(): Promise<{ message: string; description: string }> {
		await this.editor.part('node-execute-button').click();
		const message = this.editor.part('node-error-message').first();
		await message.waitFor();
		const description = await this.editor.part('node-error-description').first().innerText();
		return { message: await message.innerText(), description };
	}

	async closeNode(): Promise<void> {
		await this.editor.part('ndv-close-button').click();
		await this.editor.part('node-parameters').waitFor({ state: 'hidden' });
	}

	/** A picture without n8n's messages on it, which come and go by themselves. */
	async picture(file: string): Promise<void> {
		const style = '.el-notification { display: none }';
		await this.editor.page.screenshot({ path: await picturePath(file), animations: 'disabled', style });
	}

	private panelItem(name: string): Locator {
		return this.editor.part('node-creator-item-name').getByText(name, { exact: true });
	}
}

async function centreOf(element: Locator): Promise<{ x: number; y: number }> {
	const box = await element.boundingBox();
	if (box === null) throw new Error('A handle of the canvas cannot be seen.');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
