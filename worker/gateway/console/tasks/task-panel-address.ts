import { openPanel, panelLink } from '../parts/panel';

/** The name of the panel of a task in the page's address. */
export const TASK_PANEL = 'task';

/** The same panel, which opens the task's review as soon as there is one. Flows link to it. */
export const REVIEW_PANEL = 'review';

export function openTask(id: string): void {
	openPanel(TASK_PANEL, id);
}

/** The address of the panel of a task, on the same page. */
export function taskLink(id: string): string {
	return panelLink(TASK_PANEL, id);
}
