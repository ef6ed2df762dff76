import type { IExecuteFunctions } from 'n8n-workflow';
import { textOf } from '../../gateway/gateway-responses';

/**
 * The address at which this execution resumes in this node. The query has n8n's secret token of the execution. The
 * node's id becomes the last part of the path (see `resumeWebhooks`).
 */
export function resumeUrl(context: IExecuteFunctions): string {
	const url = new URL(textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(context.getNode().id)}`;
	return url.toString();
}
