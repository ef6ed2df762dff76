import type { Locator, Page } from 'playwright-core';

/** A busy machine draws the canvas late; a training run of the tests takes less than this. */
const PATIENCE_MS = 90_000;
/** Between two looks at what moves. */
const STILL_MS = 300;

/** n8n's editor (2.40), as a person uses it. Every step waits for what it needs, and throws when it does not come. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		page.setDefaultTimeout(PATIENCE_MS);
	}

	async logIn({ email, password }: { email: string; password: string }): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await this.page.locator('input[name="password"]').fill(password);
		await this.part('form-submit-button').click();
		await this.page.waitForURL('**/home/**');
	}

	/** Opens a flow, and waits until its nodes are drawn. */
	async open(workflowId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** Opens what a run of a flow came to, in n8n's list of executions. */
	async openExecution(workflowId: string, executionId: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${workflowId}/executions/${executionId}`);
		await this.part('canvas-node-status-success').first().waitFor();
	}

	/** Where the nodes and notes of the flow are on the page, once they stand still. */
	async flowOnPage(): Promise<{ x: number; y: number; width: number; height: number }> {
		const nodes = this.page.locator('.vue-flow__node');
		const boxes = async () => Promise.all((await nodes.all()).map((node) => node.boundingBox()));
		let [before, now] = [await boxes(), await boxes()];
		while (JSON.stringify(before) !== JSON.stringify(now)) {
			await this.page.waitForTimeout(STILL_MS);
			[before, now] = [now, await boxes()];
		}
		const drawn = now.filter((box) => box !== null);
		const [left, top] = [Math.min(...drawn.map(({ x }) => x)), Math.min(...drawn.map(({ y }) => y))];
		const right = Math.max(...drawn.map(({ x, width }) => x + width));
		const bottom = Math.max(...drawn.map(({ y, height }) => y + height));
		return { x: left, y: top, width: right - left, height: bottom - top };
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async execute(): Promise<void> {
		await this.part('execute-workflow-button').click();
	}

	/** The node is drawn as waiting: the execution is asleep in n8n's database. */
	async untilWaiting(name: string): Promise<void> {
		await this.node(name).locator('.waiting').waitFor();
	}

	/** The node has its green mark. */
	async untilGreen(name: string): Promise<void> {
		await this.node(name).getByTestId('canvas-node-status-success').waitFor();
	}

	/** Opens the panel below the canvas. @returns the output's table, of the node that ran last */
	async openLogs(): Promise<string> {
		await this.part('logs-overview-header').click();
		return this.part('log-details-output').locator('table').innerText();
	}

	/** Shows the whole flow, without messages or marks of the mouse on it. */
	async tidy(): Promise<void> {
		await this.part('zoom-to-fit').click();
		for (const message of await this.page.locator('.el-notification__closeBtn').all()) await message.click();
		await this.page.locator('.el-notification').waitFor({ state: 'hidden' });
		await this.page.mouse.move(0, 0);
	}

	/** Opens a node's own view. */
	async openNode(name: string): Promise<Locator> {
		await this.node(name).dblclick();
		const view = this.part('node-parameters');
		await view.waitFor();
		return view;
	}

	/** What a node's field with a list offers. @param parameter name of the field in the node's description */
	async listOf(parameter: string): Promise<string[]> {
		await this.part(`resource-locator-${parameter}`).getByTestId('rlc-input').click();
		const rows = this.part('rlc-item');
		await rows.first().waitFor();
		return rows.allInnerTexts();
	}

	/** What a node's field with fixed options offers. */
	async optionsOf(parameter: string): Promise<string[]> {
		await this.part(`parameter-input-${parameter}`).click();
		const names = this.page.locator('.el-select-dropdown:visible .option-headline');
		await names.first().waitFor();
		return names.allInnerTexts();
	}

	/** The names of a node's outputs; an output without a name has an empty one. */
	async outputsOf(name: string): Promise<string[]> {
		return this.node(name).getByTestId('canvas-node-output-handle').allInnerTexts();
	}

	/** @param name n8n's own name of a part of its editor, its `data-test-id` */
	part(name: string): Locator {
		return this.page.getByTestId(name);
	}
}
