import type { IExecuteFunctions } from 'n8n-workflow';
import { textOf } from '../../gateway/gateway-responses';

/**
 * The address on which this execution resumes in this very node. n8n puts the execution's secret token into the
 * query; it stays where it is, and the node's id becomes the last part of the path (see `resumeWebhooks`).
 */
export function resumeUrl(context: IExecuteFunctions): string {
	const url = new URL(textOf(context.evaluateExpression('{{ $execution.resumeUrl }}', 0)));
	url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(context.getNode().id)}`;
	return url.toString();
}
