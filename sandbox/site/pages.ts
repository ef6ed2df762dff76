import about from './pages/about.html';
import contact from './pages/contact.html';
import faq from './pages/faq.html';
import fellBackpack from './pages/fell-backpack.html';
import giftCards from './pages/gift-cards.html';
import home from './pages/home.html';
import privacy from './pages/privacy.html';
import repairs from './pages/repairs.html';
import returns from './pages/returns.html';
import shipping from './pages/shipping.html';
import shop from './pages/shop.html';
import sizes from './pages/sizes.html';
import skerryJacket from './pages/skerry-jacket.html';
import wholesale from './pages/wholesale.html';

export interface SitePage {
	path: string;
	title: string;
	/** HTML of its main part. */
	content: string;
	/** Asks not to be found. */
	noindex?: boolean;
}

/** The invented shop. Nothing links to /wholesale but the sitemap; /spring-catalogue, which is linked, is not there. */
export const sitePages: readonly SitePage[] = [
	{ path: '/', title: 'Home', content: home },
	{ path: '/shop', title: 'Shop', content: shop },
	{ path: '/shop/skerry-jacket', title: 'Skerry rain jacket', content: skerryJacket },
	{ path: '/shop/fell-backpack', title: 'Fell backpack', content: fellBackpack },
	{ path: '/shipping', title: 'Shipping', content: shipping },
	{ path: '/returns', title: 'Returns', content: returns },
	{ path: '/sizes', title: 'Size guide', content: sizes },
	{ path: '/faq', title: 'Frequently asked questions', content: faq },
	{ path: '/contact', title: 'Contact', content: contact },
	{ path: '/about', title: 'About us', content: about },
	{ path: '/repairs', title: 'Repairs', content: repairs },
	{ path: '/gift-cards', title: 'Gift cards', content: giftCards },
	{ path: '/wholesale', title: 'Wholesale', content: wholesale },
	{ path: '/privacy', title: 'Privacy', content: privacy, noindex: true },
];
