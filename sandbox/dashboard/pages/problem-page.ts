import { html } from 'hono/html';
import type { ApiProblem } from '../../problems/problems';
import type { Page } from '../page';

/** What was refused, in the words of the API. */
export function problemPage(problem: ApiProblem): Page {
	const { title, detail, issues } = problem.toJSON();
	return {
		title,
		menu: '/',
		content: html`<div class="notice bad" role="alert">
				<p>${detail}</p>
				<ul>
					${issues.map(({ path, message }) => html`<li>${path === '' ? '' : html`<code>${path}</code>: `}${message}</li>`)}
				</ul>
			</div>
			<p>Nothing was changed. Go back, and try again.</p>`,
	};
}
