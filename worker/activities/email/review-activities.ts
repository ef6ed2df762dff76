import type { ReviewActivities } from '../../../workflows/email/activities';
import { draftHash } from '../../tasks/reviews/draft-hash';
import { ReviewLinks } from '../../tasks/reviews/review-links';
import type { Keyring } from '../../temporal/keyring';
import { checked } from '../retrain/arguments';
import { reviewMailSchema, sealedDraftSchema } from './arguments';
import { mailReviewer, type MailSettings } from './mail-reviewer';

export interface ReviewSettings {
	/** The gateway as others reach it, without a trailing slash. */
	publicUrl: string;
	/** Left out: nobody is told by mail. */
	mail?: MailSettings | undefined;
}

/** What reviews need beside the service. */
export function reviewActivities(keyring: Keyring, { publicUrl, mail: settings }: ReviewSettings): ReviewActivities {
	const links = new ReviewLinks(keyring, publicUrl);
	return {
		sealDraft: (draft) => Promise.resolve(draftHash(checked(sealedDraftSchema, draft))),
		mailReviewer: (mail) => mailReviewer(checked(reviewMailSchema, mail), links, settings),
	};
}
