import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  // The server and the operator commands share one build; [name] is an input of vite.config.ts.
  serverBuildFile: '[name].js',
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
