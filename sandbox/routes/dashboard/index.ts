import { join } from 'node:path';
import formBody from '@fastify/formbody';
import staticFiles from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { BROWSER_FILES } from '../../browser-files';
import { problemPage } from '../../dashboard/pages/problem-page';
import { sendPage } from '../../dashboard/send-page';
import { toProblem } from '../../plugins/error-envelope';
import { localOnly } from '../../plugins/local-only';
import { agentPages } from './agents';
import type { DashboardServices } from './dashboard-services';
import { faultPages } from './faults';
import { generatePages } from './generate';
import { inboxPages } from './inbox';
import { keyPages } from './keys';
import { leadPages } from './leads';
import { mailPages } from './mail';
import { planPages } from './plan';
import { requestPages } from './requests';

/**
 * The dashboard, for the person at this machine. It does nothing of its own: its forms call the services that the admin
 * API calls, and a page shows what they say.
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
	};
}
