import type { IExecuteFunctions } from 'n8n-workflow';
import { asWarnings } from '../../gateway/gateway-responses';

/** Shows what the gateway could not check before it started a task or saved a schedule. @returns the gateway's response */
export function hintAtUnchecked<Response>(context: IExecuteFunctions, response: Response, itemIndex: number): Response {
	for (const { path, message } of asWarnings(response).filter(({ type }) => type === 'not_checked'))
		context.addExecutionHints({
			message: `Item ${itemIndex}: Not checked: ${path} ${message}`,
			type: 'warning',
			location: 'outputPane',
		});
	return response;
}
