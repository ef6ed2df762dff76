import { Mailboxes } from './mailboxes';
import { Reviews } from './reviews';

type Platform = ConstructorParameters<typeof Mailboxes>[0] & ConstructorParameters<typeof Reviews>[0];

/** What tests of reviews need on a platform: its mail, its reviews, and a mailbox that sends. */
export async function reviewsOn(platform: Platform) {
	const mail = new Mailboxes(platform);
	const mailboxId = await mail.active('help@shop.example');
	return { mail, reviews: new Reviews(platform), mailboxId };
}
