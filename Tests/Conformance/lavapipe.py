"""Draws SPIR-V fragment shaders on Mesa's lavapipe, offscreen: the smallest Vulkan program that does."""
import os

# Before the loader reads it: no other driver, and nothing cached from another version of Mesa.
ICD = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"
os.environ["VK_ICD_FILENAMES"] = os.environ["VK_DRIVER_FILES"] = ICD
os.environ["MESA_SHADER_CACHE_DISABLE"] = "true"

import numpy  # noqa: E402
import vulkan as vk  # noqa: E402

FORMATS = {"rgba8": vk.VK_FORMAT_R8G8B8A8_UNORM, "r32f": vk.VK_FORMAT_R32_SFLOAT}
WHOLE = vk.VkImageSubresourceRange(vk.VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1)
FILTERS = {"nearest": vk.VK_FILTER_NEAREST, "linear": vk.VK_FILTER_LINEAR}
WRAPS = {"repeat": vk.VK_SAMPLER_ADDRESS_MODE_REPEAT, "mirrored_repeat": vk.VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
         "clamp_to_edge": vk.VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
         "clamp_to_border": vk.VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER}


class Lavapipe:
    """One device; `draw` makes a picture of a module. Textures are kept by their name."""

    def __init__(self, vertex):
        """`vertex`: SPIR-V that covers the target with one triangle from the vertex index alone."""
        application = vk.VkApplicationInfo(pApplicationName="conformance", apiVersion=vk.VK_MAKE_VERSION(1, 1, 0))
        self.instance = vk.vkCreateInstance(vk.VkInstanceCreateInfo(pApplicationInfo=application), None)
        self.physical = vk.vkEnumeratePhysicalDevices(self.instance)[0]
        properties = vk.vkGetPhysicalDeviceProperties(self.physical)
        self.name = properties.deviceName
        self.memories = vk.vkGetPhysicalDeviceMemoryProperties(self.physical)
        self.device = self._device()
        self.queue = vk.vkGetDeviceQueue(self.device, 0, 0)
        self.pool = vk.vkCreateCommandPool(self.device, vk.VkCommandPoolCreateInfo(queueFamilyIndex=0), None)
        self.vertex = self._module(vertex)
        self.textures, self.samplers, self.targets = {}, {}, {}

    def _device(self):
        queue = vk.VkDeviceQueueCreateInfo(queueFamilyIndex=0, queueCount=1, pQueuePriorities=[1.0])
        small = vk.VkPhysicalDeviceShaderFloat16Int8Features(shaderFloat16=vk.VK_TRUE, shaderInt8=vk.VK_TRUE)
        features = vk.VkPhysicalDeviceFeatures(shaderInt16=vk.VK_TRUE)
        return vk.vkCreateDevice(self.physical, vk.VkDeviceCreateInfo(
            pNext=small, queueCreateInfoCount=1, pQueueCreateInfos=[queue], pEnabledFeatures=features,
            enabledExtensionCount=1, ppEnabledExtensionNames=["VK_KHR_shader_float16_int8"]), None)

    def _module(self, code):
        return vk.vkCreateShaderModule(self.device, vk.VkShaderModuleCreateInfo(codeSize=len(code), pCode=code), None)

    def _memory(self, need):
        wanted = vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | vk.VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
        for index in range(self.memories.memoryTypeCount):
            if need.memoryTypeBits >> index & 1 and self.memories.memoryTypes[index].propertyFlags & wanted == wanted:
                return vk.vkAllocateMemory(self.device, vk.VkMemoryAllocateInfo(
                    allocationSize=need.size, memoryTypeIndex=index), None)
        raise RuntimeError("no memory that the host can see")

    def _buffer(self, size, usage):
        buffer = vk.vkCreateBuffer(self.device, vk.VkBufferCreateInfo(size=size, usage=usage), None)
        memory = self._memory(vk.vkGetBufferMemoryRequirements(self.device, buffer))
        vk.vkBindBufferMemory(self.device, buffer, memory, 0)
        return buffer, memory

    def _image(self, width, height, layout, usage):
        image = vk.vkCreateImage(self.device, vk.VkImageCreateInfo(
            imageType=vk.VK_IMAGE_TYPE_2D, format=FORMATS[layout], extent=vk.VkExtent3D(width, height, 1), mipLevels=1,
            arrayLayers=1, samples=1, tiling=vk.VK_IMAGE_TILING_OPTIMAL, usage=usage), None)
        memory = self._memory(vk.vkGetImageMemoryRequirements(self.device, image))
        vk.vkBindImageMemory(self.device, image, memory, 0)
        view = vk.vkCreateImageView(self.device, vk.VkImageViewCreateInfo(
            image=image, viewType=vk.VK_IMAGE_VIEW_TYPE_2D, format=FORMATS[layout], subresourceRange=WHOLE), None)
        return image, view

    def _write(self, memory, data):
        mapped = vk.vkMapMemory(self.device, memory, 0, len(data), 0)
        mapped[:len(data)] = data
        vk.vkUnmapMemory(self.device, memory)

    def _submit(self, record):
        command = vk.vkAllocateCommandBuffers(self.device, vk.VkCommandBufferAllocateInfo(
            commandPool=self.pool, level=vk.VK_COMMAND_BUFFER_LEVEL_PRIMARY, commandBufferCount=1))[0]
        vk.vkBeginCommandBuffer(command, vk.VkCommandBufferBeginInfo())
        record(command)
        vk.vkEndCommandBuffer(command)
        vk.vkQueueSubmit(self.queue, 1, [vk.VkSubmitInfo(commandBufferCount=1, pCommandBuffers=[command])], None)
        vk.vkQueueWaitIdle(self.queue)
        vk.vkFreeCommandBuffers(self.device, self.pool, 1, [command])

    def _barrier(self, command, image, old, new):
        everything = vk.VK_ACCESS_MEMORY_READ_BIT | vk.VK_ACCESS_MEMORY_WRITE_BIT
        vk.vkCmdPipelineBarrier(
            command, vk.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, vk.VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, None, 0, None,
            1, [vk.VkImageMemoryBarrier(srcAccessMask=everything, dstAccessMask=everything, oldLayout=old,
                                        newLayout=new, srcQueueFamilyIndex=vk.VK_QUEUE_FAMILY_IGNORED,
                                        dstQueueFamilyIndex=vk.VK_QUEUE_FAMILY_IGNORED, image=image,
                                        subresourceRange=WHOLE)])

    def texture(self, name, layout, pixels):
        """Keeps `pixels`, rows from the top: uint8 of H × W × 4 for rgba8, float32 of H × W for r32f."""
        height, width = pixels.shape[:2]
        image, view = self._image(width, height, layout,
                                  vk.VK_IMAGE_USAGE_SAMPLED_BIT | vk.VK_IMAGE_USAGE_TRANSFER_DST_BIT)
        data = numpy.ascontiguousarray(pixels).tobytes()
        buffer, memory = self._buffer(len(data), vk.VK_BUFFER_USAGE_TRANSFER_SRC_BIT)
        self._write(memory, data)

        def record(command):
            middle = vk.VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
            self._barrier(command, image, vk.VK_IMAGE_LAYOUT_UNDEFINED, middle)
            vk.vkCmdCopyBufferToImage(command, buffer, image, middle, 1, [self._region(width, height)])
            self._barrier(command, image, middle, vk.VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)
        self._submit(record)
        self.textures[name] = view

    @staticmethod
    def _region(width, height):
        return vk.VkBufferImageCopy(imageSubresource=vk.VkImageSubresourceLayers(vk.VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1),
                                    imageExtent=vk.VkExtent3D(width, height, 1))

    def _sampler(self, setting):
        if setting not in self.samplers:
            chosen, wrap = setting
            self.samplers[setting] = vk.vkCreateSampler(self.device, vk.VkSamplerCreateInfo(
                magFilter=FILTERS[chosen], minFilter=FILTERS[chosen], mipmapMode=vk.VK_SAMPLER_MIPMAP_MODE_NEAREST,
                addressModeU=WRAPS[wrap], addressModeV=WRAPS[wrap], addressModeW=WRAPS[wrap],
                borderColor=vk.VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK), None)
        return self.samplers[setting]

    def _target(self, width, height):
        if (width, height) not in self.targets:
            image, view = self._image(width, height, "rgba8", vk.VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                      vk.VK_IMAGE_USAGE_TRANSFER_SRC_BIT)
            attachment = vk.VkAttachmentDescription(
                format=FORMATS["rgba8"], samples=1, loadOp=vk.VK_ATTACHMENT_LOAD_OP_CLEAR,
                storeOp=vk.VK_ATTACHMENT_STORE_OP_STORE, stencilLoadOp=vk.VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                stencilStoreOp=vk.VK_ATTACHMENT_STORE_OP_DONT_CARE, initialLayout=vk.VK_IMAGE_LAYOUT_UNDEFINED,
                finalLayout=vk.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
            colour = vk.VkAttachmentReference(0, vk.VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL)
            subpass = vk.VkSubpassDescription(pipelineBindPoint=vk.VK_PIPELINE_BIND_POINT_GRAPHICS,
                                              colorAttachmentCount=1, pColorAttachments=[colour])
            through = vk.vkCreateRenderPass(self.device, vk.VkRenderPassCreateInfo(
                attachmentCount=1, pAttachments=[attachment], subpassCount=1, pSubpasses=[subpass]), None)
            frame = vk.vkCreateFramebuffer(self.device, vk.VkFramebufferCreateInfo(
                renderPass=through, attachmentCount=1, pAttachments=[view], width=width, height=height, layers=1), None)
            result = self._buffer(width * height * 4, vk.VK_BUFFER_USAGE_TRANSFER_DST_BIT)
            self.targets[width, height] = (image, through, frame, result)
        return self.targets[width, height]

    def draw(self, code, width, height, uniforms, bound, sampler):
        """The picture that `code` draws: straight RGBA, uint8 of height × width × 4, rows from the top.

        `uniforms`: bytes at binding 0; `bound`: binding → name of a texture; `sampler`: (filter, wrap) of all.
        """
        image, through, frame, (result, result_memory) = self._target(width, height)
        fragment = self._module(code)
        buffer, memory = self._buffer(len(uniforms), vk.VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT)
        self._write(memory, uniforms)
        sampled = vk.VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
        kinds = [(0, vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)] + [(slot, sampled) for slot in bound]
        layout = vk.vkCreateDescriptorSetLayout(self.device, vk.VkDescriptorSetLayoutCreateInfo(
            bindingCount=len(kinds), pBindings=[vk.VkDescriptorSetLayoutBinding(
                binding=slot, descriptorType=kind, descriptorCount=1, stageFlags=vk.VK_SHADER_STAGE_FRAGMENT_BIT)
                for slot, kind in kinds]), None)
        sizes = [vk.VkDescriptorPoolSize(vk.VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1), vk.VkDescriptorPoolSize(sampled, 8)]
        pool = vk.vkCreateDescriptorPool(self.device, vk.VkDescriptorPoolCreateInfo(
            maxSets=1, poolSizeCount=2, pPoolSizes=sizes), None)
        chosen = vk.vkAllocateDescriptorSets(self.device, vk.VkDescriptorSetAllocateInfo(
            descriptorPool=pool, descriptorSetCount=1, pSetLayouts=[layout]))[0]
        writes = [vk.VkWriteDescriptorSet(dstSet=chosen, dstBinding=0, descriptorCount=1, descriptorType=kinds[0][1],
                                          pBufferInfo=[vk.VkDescriptorBufferInfo(buffer, 0, len(uniforms))])]
        for slot, name in bound.items():
            picture = vk.VkDescriptorImageInfo(self._sampler(sampler), self.textures[name],
                                               vk.VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)
            writes.append(vk.VkWriteDescriptorSet(dstSet=chosen, dstBinding=slot, descriptorCount=1,
                                                  descriptorType=sampled, pImageInfo=[picture]))
        vk.vkUpdateDescriptorSets(self.device, len(writes), writes, 0, None)
        plan = vk.vkCreatePipelineLayout(self.device, vk.VkPipelineLayoutCreateInfo(
            setLayoutCount=1, pSetLayouts=[layout]), None)
        pipeline = self._pipeline(fragment, plan, through, width, height)

        def record(command):
            area = vk.VkRect2D(vk.VkOffset2D(0, 0), vk.VkExtent2D(width, height))
            clear = vk.VkClearValue(color=vk.VkClearColorValue(float32=[0.0, 0.0, 0.0, 0.0]))
            vk.vkCmdBeginRenderPass(command, vk.VkRenderPassBeginInfo(
                renderPass=through, framebuffer=frame, renderArea=area, clearValueCount=1, pClearValues=[clear]),
                vk.VK_SUBPASS_CONTENTS_INLINE)
            vk.vkCmdBindPipeline(command, vk.VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline)
            vk.vkCmdBindDescriptorSets(command, vk.VK_PIPELINE_BIND_POINT_GRAPHICS, plan, 0, 1, [chosen], 0, None)
            vk.vkCmdDraw(command, 3, 1, 0, 0)
            vk.vkCmdEndRenderPass(command)
            vk.vkCmdCopyImageToBuffer(command, image, vk.VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, result, 1,
                                      [self._region(width, height)])
        self._submit(record)
        size = width * height * 4
        mapped = vk.vkMapMemory(self.device, result_memory, 0, size, 0)
        pixels = numpy.frombuffer(bytes(mapped[:size]), "u1").reshape(height, width, 4)
        vk.vkUnmapMemory(self.device, result_memory)
        vk.vkDestroyPipeline(self.device, pipeline, None)
        vk.vkDestroyPipelineLayout(self.device, plan, None)
        vk.vkDestroyDescriptorPool(self.device, pool, None)
        vk.vkDestroyDescriptorSetLayout(self.device, layout, None)
        vk.vkDestroyBuffer(self.device, buffer, None)
        vk.vkFreeMemory(self.device, memory, None)
        vk.vkDestroyShaderModule(self.device, fragment, None)
        return pixels

    def _pipeline(self, fragment, plan, through, width, height):
        stages = [vk.VkPipelineShaderStageCreateInfo(stage=stage, module=module, pName="main") for stage, module in (
            (vk.VK_SHADER_STAGE_VERTEX_BIT, self.vertex), (vk.VK_SHADER_STAGE_FRAGMENT_BIT, fragment))]
        viewport = vk.VkViewport(0.0, 0.0, float(width), float(height), 0.0, 1.0)
        scissor = vk.VkRect2D(vk.VkOffset2D(0, 0), vk.VkExtent2D(width, height))
        every = (vk.VK_COLOR_COMPONENT_R_BIT | vk.VK_COLOR_COMPONENT_G_BIT | vk.VK_COLOR_COMPONENT_B_BIT |
                 vk.VK_COLOR_COMPONENT_A_BIT)
        return vk.vkCreateGraphicsPipelines(self.device, None, 1, [vk.VkGraphicsPipelineCreateInfo(
            stageCount=2, pStages=stages, pVertexInputState=vk.VkPipelineVertexInputStateCreateInfo(),
            pInputAssemblyState=vk.VkPipelineInputAssemblyStateCreateInfo(
                topology=vk.VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST),
            pViewportState=vk.VkPipelineViewportStateCreateInfo(
                viewportCount=1, pViewports=[viewport], scissorCount=1, pScissors=[scissor]),
            pRasterizationState=vk.VkPipelineRasterizationStateCreateInfo(
                polygonMode=vk.VK_POLYGON_MODE_FILL, cullMode=vk.VK_CULL_MODE_NONE, lineWidth=1.0),
            pMultisampleState=vk.VkPipelineMultisampleStateCreateInfo(rasterizationSamples=1),
            pColorBlendState=vk.VkPipelineColorBlendStateCreateInfo(
                attachmentCount=1, pAttachments=[vk.VkPipelineColorBlendAttachmentState(colorWriteMask=every)]),
            layout=plan, renderPass=through)], None)[0]
