export { buildGateway, startGateway, type RunningGateway } from './app';
export { Tokens } from './plugins/tokens';
export { ProxySignIn } from './plugins/proxy-sign-in';
export type { GatewayServices } from './services';
