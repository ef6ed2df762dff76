import { html } from 'hono/html';
import { runOf, type TrainingRun, type TrainingStatus } from '../../../api';
import type { Html } from '../page';
import { badge } from './badge';

/** Where training stands: state, pages, and what went wrong. @param id of the element; one a page */
export function trainingProgress(id: string, status: TrainingStatus): Html {
	const run = runOf(status);
	return html`<div data-live id="${id}">
		${badge(status.agentStatus)} ${status.canChat ? html`<span class="faint">can chat</span>` : ''}
		${
			run &&
			html`<div class="progress">
				<progress
					max="${Math.max(run.pagesTotal, 1)}"
					value="${run.pagesCompleted + run.pagesFailed}"
					aria-label="Pages of the last run"
				></progress>
				<span>${inWords(run)}</span>
			</div>`
		}
		${run?.error ? html`<p class="bad">${run.error}</p>` : ''}
	</div>`;
}

function inWords({ phase, pagesCompleted, pagesTotal, pagesFailed }: TrainingRun): string {
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed` : '';
	return `${phase}: ${pagesCompleted} of ${pagesTotal} pages${failed}`;
}
