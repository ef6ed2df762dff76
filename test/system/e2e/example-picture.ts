import type { Browser } from 'playwright-core';
import { picturePath, walk } from '../../support/browser/walk';
import type { N8n } from '../../support/stack/start-n8n-with-packages';

/** Around the flow, in pixels of the page. */
const MARGIN = 28;
/** Below the lowest node, where its name stands. */
const NAME = 56;

/** What n8n lays over the canvas is left out. */
const FLOW_ALONE = '[data-test-id^="execution-preview-details"], .vue-flow__panel { visibility: hidden !important }';

/** Shows an execution of an example in n8n, as a person sees it, and takes its picture. @param file e.g. `example-x.png` */
export async function pictureOfExecution(
	browser: Browser,
	n8n: N8n,
	{ workflowId, executionId, file }: { workflowId: string; executionId: string; file: string },
): Promise<void> {
	await walk(browser, n8n, file.replace('.png', ''), async (editor) => {
		await editor.openExecution(workflowId, executionId);
		await editor.part('zoom-to-fit').click();
		await editor.page.mouse.move(0, 0);
		const { x, y, width, height } = await editor.flowOnPage();
		const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + MARGIN + NAME };
		await editor.page.screenshot({ path: await picturePath(file), animations: 'disabled', clip, style: FLOW_ALONE });
	});
}
