import type { FastifyInstance } from 'fastify';
import { requestsPage } from '../../dashboard/pages/requests-page';
import { sendPage } from '../../dashboard/send-page';
import type { DashboardServices } from './dashboard-services';

const REQUESTS_SHOWN = 100;

/** The log of API requests. */
export function requestPages(app: FastifyInstance, { repositories }: DashboardServices): void {
	app.get('/dashboard/requests', (_request, reply) =>
		sendPage(reply, requestsPage(repositories.requestLog.latest(REQUESTS_SHOWN))),
	);
}
