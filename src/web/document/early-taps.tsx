import { memo } from 'react';

/** Attributes of a button that puts a tire into the cart before scripts have loaded. Its `value` is the id of the tire. */
export const addsEarly = (count: number) => ({ 'data-add-early': count });

/**
 * Runs with the document. Stores the tire of a pressed button in the cart, which is read after hydration, and shows the button as pressed;
 * opens dialogs in browsers without invoker commands. Source text, because the build would transform a function.
 */
const earlyTaps = `addEventListener("click",({target})=>{
const add=target.closest("[data-add-early]"),open=target.closest("[commandfor]");
if(add)try{
let tire;
JSON.parse(document.getElementById("answers").textContent,(key,value)=>value&&value.id===add.value&&value.price?tire=value:value);
if(tire){
localStorage.cart=JSON.stringify({...JSON.parse(localStorage.cart||"{}"),[tire.id]:{...tire,count:+add.dataset.addEarly}});
add.ariaPressed=true}
}catch(error){console.warn(error)}
if(open&&!open.commandForElement){
const dialog=document.getElementById(open.getAttribute("commandfor"));
dialog.open||dialog.showModal()}
},true)`.replaceAll('\n', '');

export const EarlyTaps = memo(function EarlyTaps() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: code of our own, which has run when the browser renders this
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyTaps : '' }} />;
});
