import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import formBody from '@fastify/formbody';
import staticFiles from '@fastify/static';
import { html } from 'hono/html';
import ipaddr from 'ipaddr.js';
import { ApiProblem } from '../problems/problems';
import { BROWSER_FILES } from '../server/browser-files';
import { toProblem } from '../server/error-envelope';
import { agentPages } from './agents';
import type { DashboardServices } from './dashboard-services';
import { faultPages } from './faults';
import { generatePages } from './generate';
import { inboxPages } from './inbox';
import { keyPages } from './keys';
import { leadPages } from './leads';
import { mailPages } from './mail';
import { type Page, sendPage } from './page';
import { planPages } from './plan';
import { requestPages } from './requests';
import { visitorPages } from './visitors';

/**
 * The dashboard, for the person at this machine. It has no logic of its own: its forms call the same services as the
 * admin API, and its pages show their results.
 */
export function dashboard(services: DashboardServices) {
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(localOnly);
		await app.register(formBody);
		await app.register(staticFiles, { root: join(BROWSER_FILES, 'dashboard'), prefix: '/dashboard/files/' });
		app.setErrorHandler((error: FastifyError, request, reply) => {
			const problem = toProblem(error);
			if (problem.status >= 500) request.log.error({ err: error }, 'a request to the dashboard failed');
			return sendPage(reply.code(problem.status), problemPage(problem));
		});
		agentPages(app, services);
		inboxPages(app, services);
		leadPages(app, services);
		mailPages(app, services);
		keyPages(app, services);
		planPages(app, services);
		requestPages(app, services);
		faultPages(app, services);
		generatePages(app, services);
		visitorPages(app, services);
	};
}

/** A refusal with the texts of the API. */
function problemPage(problem: ApiProblem): Page {
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
			<p>Nothing was changed. Go back, correct the form and send it again.</p>`,
	};
}

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Accepts only the person at this machine, without a password. It refuses other computers, foreign names that resolve
 * to this machine (DNS rebinding), and forms or frames of other websites.
 */
const localOnly = fastifyPlugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, reply, done) => {
		void reply.headers({
			'content-security-policy':
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
				"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
			'x-frame-options': 'DENY',
			'x-content-type-options': 'nosniff',
			// With a stricter policy, some browsers do not send the origin of a form.
			'referrer-policy': 'same-origin',
			'cache-control': 'no-store',
		});
		const refusal = refusalOf(request);
		done(refusal === undefined ? undefined : forbidden(refusal));
	});
});

function refusalOf({ ip, hostname, host, method, headers }: FastifyRequest): string | undefined {
	if (ipaddr.process(ip).range() !== 'loopback') {
		return 'The dashboard is available only on this machine. From elsewhere, use the admin API with its token.';
	}
	if (!LOCAL_NAMES.includes(hostname)) {
		return `The dashboard is available only under these names: ${LOCAL_NAMES.join(', ')}.`;
	}
	if (method === 'GET') return undefined;
	const isOwn = headers['sec-fetch-site'] === 'same-origin' || headers.origin === `http://${host}`;
	return isOwn ? undefined : 'The dashboard did not send this form. In a program, use the admin API with its token.';
}

function forbidden(detail: string): ApiProblem {
	return new ApiProblem({ type: 'not_local', title: 'Only from this machine', status: 403, detail });
}
