import { type EmailReplyBody, LIMITS } from '../../api';
import { problems } from '../problems/problems';
import { distinct, sameAddress } from './addresses';

export interface Recipients {
	to: string[];
	cc: string[];
}

/**
 * Whom a reply goes to: those named, else the approved participants, nobody twice.
 *
 * @throws ApiProblem invalid_request for nobody, or for more than ten
 */
export function replyRecipients({ to, cc }: Pick<EmailReplyBody, 'to' | 'cc'>, approved: Recipients): Recipients {
	const chosenTo = distinct(to ?? approved.to);
	const chosenCc = distinct(cc ?? approved.cc).filter((address) => !chosenTo.some((one) => sameAddress(one, address)));
	if (chosenTo.length === 0) {
		throw problems.invalidRequest('A reply needs somebody in To.', [
			{ path: 'to', message: 'names nobody; leave it out to use the approved participants' },
		]);
	}
	if (chosenTo.length + chosenCc.length > LIMITS.emailRecipients) {
		throw problems.invalidRequest(
			'The reply has too many recipients, with the approved participants of this conversation.',
			[
				{
					path: cc === undefined ? 'cc' : 'to',
					message: `is left out and adds approved participants; at most ${LIMITS.emailRecipients} across to and cc`,
				},
			],
		);
	}
	return { to: chosenTo, cc: chosenCc };
}
